import { expect } from 'vitest'
import { newestCode } from '../client.ts'
import { findAccepted, type Model, type Real } from './company.ts'
import { ModelStep, pressButton } from './step.ts'

/** The payment that waits for a code now, if any. */
async function waiting(model: Model, { world, payrollId }: Real) {
  const rows = await world.sentBy(payrollId)
  const row = rows.find(({ waiting_for }) => waiting_for === 'approval')
  const believed = [...model.runs, ...model.withdrawals].some(({ end }) => end === 'waits')
  expect(row !== undefined, 'something waits for a code').toBe(believed)
  return row && { row, accepted: findAccepted(model, row) }
}

/**
 * A step after which runs above a sum wait for a code. Only ever stricter, which takes no code
 * itself.
 */
export class AskForApproval extends ModelStep {
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

export class Approve extends ModelStep {
  async happen(model: Model, real: Real): Promise<void> {
    const found = await waiting(model, real)
    if (!found) return
    const { row, accepted } = found
    const outcome = await pressButton(real, 'approve', row.id, {
      code: await newestCode(real.client, real.email),
    })
    // The amount of a withdrawal was asked for in bitcoin, at no rate.
    const difference = row.withdrawal_id ? 0n : model.usdCentsPerBtc - row.rate_usd_cents_per_btc
    const moved = (difference < 0n ? -difference : difference) * 20n > row.rate_usd_cents_per_btc
    expect(outcome).toBe(moved ? 'PRICE_MOVED' : 'done')
    accepted.end = moved ? 'PRICE_MOVED' : 'paid'
    const again = await pressButton(real, 'approve', row.id, {
      code: await newestCode(real.client, real.email),
    })
    expect(again).toBe('NOT_PENDING_APPROVAL')
  }

  toString = () => 'approve'
}

export class Reject extends ModelStep {
  async happen(model: Model, real: Real): Promise<void> {
    const found = await waiting(model, real)
    if (!found) return
    expect(await pressButton(real, 'reject', found.row.id)).toBe('done')
    found.accepted.end = 'REJECTED'
  }

  toString = () => 'reject'
}
