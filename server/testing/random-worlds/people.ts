import { employee } from '#contract/employees.ts'
import { anAddress } from '../engine.ts'
import { anEmployee, expectAccepted } from '../factories.ts'
import type { RandomWorld, WorldPayroll } from './world.ts'

const accounts = ['003-0114-4417', '3570 0123 4567', '1100220033']

async function someonesAddress({ random, people, call }: RandomWorld): Promise<string> {
  const ids = [...people.values()]
  if (ids.length === 0 || !random.chance(0.12)) return anAddress()
  const answer = await call('GET', `/companies/employees/${random.pick(ids)}`)
  if (answer.status !== 200) return anAddress()
  return expectAccepted(employee, answer).cryptoAddress || anAddress()
}

/** Somebody with any share, address, account and salary that the form takes. */
async function makePerson(world: RandomWorld, name: string) {
  const { random, people } = world
  const bitcoinPercent = random.chance(0.5) ? 100 : random.pick([0, 0, 1, 37, 50, 99])
  const hasAddress = bitcoinPercent > 0 || random.chance(0.3)
  const hasAccount = random.chance(bitcoinPercent < 100 ? 0.8 : 0.1)
  const document = `${String(10_000_000 + people.size)}-${people.size % 10}`
  const another = `${String(10_000_000 + random.below(people.size + 1))}-${people.size % 10}`
  return {
    firstName: name,
    lastName: 'Menjívar',
    email: random.chance(0.8) ? `${name.toLowerCase()}@izalco.sv` : '',
    phone: '',
    identification: random.chance(0.5) ? '' : random.chance(0.85) ? document : another,
    baseSalary: random.pick([1, 1.5, 20, 300, 500.55, 650.25, 1200, 2000]),
    bitcoinPercent,
    cryptoAddress: hasAddress ? await someonesAddress(world) : '',
    bank: hasAccount ? 'Banco Agrícola' : '',
    bankAccount: hasAccount ? random.pick(accounts) : '',
    ...(random.chance(0.3) ? { payFrequency: 'FORTNIGHT' } : {}),
  }
}

export async function hirePerson(world: RandomWorld, payroll: WorldPayroll): Promise<string> {
  const name = `Person${world.people.size + 1}`
  const body = await makePerson(world, name)
  const { _id } = await anEmployee(world.company, body)
  world.people.set(name, _id)
  world.tell(`${name} is hired: ${JSON.stringify(body)}`)
  await world.add(payroll, _id)
  return _id
}

/** Changes of somebody, by the form. */
export async function changePerson(world: RandomWorld, id: string): Promise<void> {
  const { random, call } = world
  const path = `/companies/employees/${id}`
  const found = await call('GET', path)
  if (found.status !== 200) return
  const before = expectAccepted(employee, found)
  const raised = Math.round(before.baseSalary * random.pick([0.5, 1.1, 1.5, 3]) * 100) / 100
  const changes = random.pick([
    { cryptoAddress: before.bitcoinPercent > 0 ? await someonesAddress(world) : '' },
    { cryptoAddress: anAddress() },
    { baseSalary: Math.max(1, raised) },
    { bitcoinPercent: random.pick([0, 1, 40, 100]), cryptoAddress: anAddress() },
    { bankAccount: random.pick(accounts), bank: 'Banco Cuscatlán' },
    { email: `other-${before.firstName.toLowerCase()}@izalco.sv`, cryptoAddress: anAddress() },
    { firstName: `${before.firstName}bis` },
  ])
  const text = `${world.nameOf(id)} changes: ${JSON.stringify(changes)}`
  await world.try(text, call('PUT', path, { ...before, ...changes }))
}
