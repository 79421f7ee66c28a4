import { expect } from 'vitest'
import { newestCode } from '../codes.ts'
import { anAddress } from '../engine.ts'
import type { Model, Real } from './company.ts'
import { Step } from './step.ts'

/** What waits for a code now, if anything does. */
async function waiting({ world, payrollId }: Real) {
  const rows = await world.sentBy(payrollId)
  return rows.find(({ waiting_for }) => waiting_for === 'approval')
}

async function press(real: Real, what: string, id: string, body: Record<string, unknown> = {}) {
  const { status, answer } = await real.client.ask('POST', `/api/v1/transactions/${id}/${what}`, {
    body,
  })
  const outcome = status === 200 ? 'done' : answer.code
  real.story.push(`  ${outcome}`)
  return outcome
}

/** From now on runs above a sum wait for a code. Only ever stricter, which takes no code itself. */
export class AskForApproval extends Step {
  readonly overUsd: number

  constructor(overUsd: number) {
    super()
    this.overUsd = overUsd
  }

  async happen(model: Model, { client }: Real): Promise<void> {
    model.approvalOverUsd = Math.min(this.overUsd, model.approvalOverUsd ?? this.overUsd)
    await client.call('PUT', '/api/v1/companies', {
      approval: { overUsd: model.approvalOverUsd, changedAddresses: false },
    })
  }

  toString = () => `ask for approval over $${this.overUsd}`
}

export class Approve extends Step {
  async happen(_model: Model, real: Real): Promise<void> {
    const row = await waiting(real)
    if (!row) return
    const outcome = await press(real, 'approve', row.id, {
      code: await newestCode(real.client, real.email),
    })
    expect(['done', 'PRICE_MOVED']).toContain(outcome)
    const again = await press(real, 'approve', row.id, {
      code: await newestCode(real.client, real.email),
    })
    expect(again).toBe('NOT_PENDING_APPROVAL')
  }

  toString = () => 'approve'
}

export class Reject extends Step {
  async happen(_model: Model, real: Real): Promise<void> {
    const row = await waiting(real)
    if (row) expect(await press(real, 'reject', row.id, { reason: 'No es el mes' })).toBe('done')
  }

  toString = () => 'reject'
}

const unfinished = ['pendingApproval', 'signed', 'unconfirmed', 'removed']

/** On the newest transaction, whatever became of it. */
export class Bump extends Step {
  readonly feeRate: number

  constructor(feeRate: number) {
    super()
    this.feeRate = feeRate
  }

  async happen(_model: Model, real: Real): Promise<void> {
    const [row] = await real.world.sentBy(real.payrollId)
    if (!row) return
    const outcome = await press(real, 'bump', row.id, { feeRate: this.feeRate })
    if (row.state !== 'unconfirmed' && row.state !== 'removed') {
      expect(outcome).toBe('NOT_UNCONFIRMED')
    }
  }

  toString = () => `bump to ${this.feeRate} sat/vB`
}

export class Cancel extends Step {
  async happen(_model: Model, real: Real): Promise<void> {
    const [row] = await real.world.sentBy(real.payrollId)
    if (!row) return
    const outcome = await press(real, 'cancel', row.id)
    if (!unfinished.includes(row.state)) expect(outcome).toBe('NOT_CANCELLABLE')
  }

  toString = () => 'cancel'
}

export class Withdraw extends Step {
  /** null: everything. */
  readonly sats: number | null

  constructor(sats: number | null) {
    super()
    this.sats = sats
  }

  async happen(model: Model, real: Real): Promise<void> {
    const address = anAddress()
    const rows = await real.world.sentBy(real.payrollId)
    const path = `/api/v1/companies/payrolls/${real.payrollId}/withdraw-funds`
    const { status, answer } = await real.client.ask('POST', path, {
      body: { address, ...(this.sats ? { amount: (this.sats / 1e8).toFixed(8) } : {}) },
    })
    const outcome = status === 200 ? 'waits' : (answer.code ?? '')
    real.story.push(`  ${outcome}`)
    if (outcome === 'waits') model.withdrawals.push(address)
    const moving = ['pendingApproval', 'signed', 'unconfirmed']
    if (rows.some(({ state }) => moving.includes(state))) {
      expect(outcome).toBe('PAYMENT_IN_PROGRESS')
    } else {
      expect(['waits', 'PAYMENT_IN_PROGRESS', 'INSUFFICIENT_FUNDS', 'FEE_TOO_HIGH']).toContain(
        outcome,
      )
    }
  }

  toString = () => `withdraw ${this.sats ?? 'everything'}`
}
