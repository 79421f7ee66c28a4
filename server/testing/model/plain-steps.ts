import { anAddress } from '../engine.ts'
import { type Model, members, type Real } from './company.ts'
import { ModelStep } from './step.ts'

const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % items.length]

const salaryOf = (usd: number) => ({
  baseSalary: usd,
  firstName: 'Persona',
  lastName: 'Cualquiera',
})

export class Fund extends ModelStep {
  readonly sats: number

  constructor(sats: number) {
    super()
    this.sats = sats
  }

  async happen(_model: Model, { client, address }: Real): Promise<void> {
    const btc = (this.sats / 1e8).toFixed(8)
    await client.call('POST', '/api/sandbox/faucet', { address, btc })
  }

  toString = () => `fund ${this.sats} sat`
}

export class Mine extends ModelStep {
  readonly blocks: number

  constructor(blocks: number) {
    super()
    this.blocks = blocks
  }

  async happen(_model: Model, { world }: Real): Promise<void> {
    await world.mine(this.blocks)
  }

  toString = () => `mine ${this.blocks}`
}

export class Reorganise extends ModelStep {
  readonly depth: number

  constructor(depth: number) {
    super()
    this.depth = depth
  }

  async happen(_model: Model, { world }: Real): Promise<void> {
    await world.reorganise(this.depth)
  }

  toString = () => `reorganise ${this.depth}`
}

export class Stop extends ModelStep {
  readonly signal: 'SIGKILL' | 'SIGTERM'

  constructor(signal: 'SIGKILL' | 'SIGTERM') {
    super()
    this.signal = signal
  }

  async happen(_model: Model, { world }: Real): Promise<void> {
    await world.end(this.signal)
    await world.start()
  }

  toString = () => (this.signal === 'SIGKILL' ? 'crash' : 'restart')
}

export class AddPerson extends ModelStep {
  readonly usd: number

  constructor(usd: number) {
    super()
    this.usd = usd
  }

  async happen(model: Model, { client, payrollId }: Real): Promise<void> {
    const address = anAddress()
    const { _id } = await client.call<{ _id: string }>('POST', '/api/v1/companies/employees', {
      ...salaryOf(this.usd),
      cryptoAddress: address,
    })
    await client.call('PATCH', `/api/v1/companies/payrolls/${payrollId}/employees/${_id}`)
    model.people.push({ id: _id, address, usdCents: BigInt(this.usd) * 100n, member: true })
  }

  toString = () => `add somebody for $${this.usd}`
}

export class RemovePerson extends ModelStep {
  readonly which: number

  constructor(which: number) {
    super()
    this.which = which
  }

  override check = (model: Readonly<Model>) => members(model).length > 0

  async happen(model: Model, { client, payrollId }: Real): Promise<void> {
    const person = pick(members(model), this.which)
    if (!person) return
    await client.call('DELETE', `/api/v1/companies/payrolls/${payrollId}/employees/${person.id}`)
    person.member = false
  }

  toString = () => `remove person ${this.which}`
}

/** A new salary and a new address. */
export class EditPerson extends ModelStep {
  readonly which: number
  readonly usd: number

  constructor(which: number, usd: number) {
    super()
    this.which = which
    this.usd = usd
  }

  override check = (model: Readonly<Model>) => members(model).length > 0

  async happen(model: Model, { client }: Real): Promise<void> {
    const person = pick(members(model), this.which)
    if (!person) return
    const address = anAddress()
    await client.call('PUT', `/api/v1/companies/employees/${person.id}`, {
      ...salaryOf(this.usd),
      cryptoAddress: address,
    })
    person.address = address
    person.usdCents = BigInt(this.usd) * 100n
  }

  toString = () => `edit person ${this.which} to $${this.usd}`
}

export class MovePrice extends ModelStep {
  readonly usd: number

  constructor(usd: number) {
    super()
    this.usd = usd
  }

  async happen(model: Model, { client }: Real): Promise<void> {
    await client.call('POST', '/api/sandbox/price', { price: this.usd })
    model.usdCentsPerBtc = BigInt(this.usd) * 100n
    // The set price holds in all processes within two seconds; the store has it at once.
  }

  toString = () => `the price is $${this.usd}`
}
