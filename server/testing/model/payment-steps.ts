import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import {
  type End,
  type Model,
  members,
  type Real,
  spendableSats,
  toExpectedFeeCeilingSats,
  toExpectedSats,
} from './company.ts'
import { ModelStep } from './step.ts'

const moving = ['pendingApproval', 'signed', 'unconfirmed']

/** The fee of such small payrolls stays below this at the sandbox's fee rates. */
const feeAllowanceSats = 20_000n

const owedNow = (model: Model): Map<string, bigint> =>
  new Map(
    members(model).map(({ address, usdCents }) => [
      address,
      toExpectedSats(usdCents, model.usdCentsPerBtc),
    ]),
  )

const total = (owed: Map<string, bigint>) => [...owed.values()].reduce((sum, one) => sum + one, 0n)

/** The payments of a payroll that the program has, the newest first. */
const paymentsOf = ({ world, payrollId }: Real) =>
  world.db
    .selectFrom('sheets')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .orderBy('id', 'desc')
    .execute()

/** A run that was taken has to be paid, at once or when its code comes. */
function expectRun(model: Model, id: string, owed: Map<string, bigint>): void {
  const usdCents = members(model).reduce((sum, person) => sum + person.usdCents, 0n)
  const { approvalOverUsd: overUsd, usdCentsPerBtc } = model
  // A story is shorter than the 24 hours. Unsigned ends do not count.
  const counts: End[] = ['paid', 'waits', 'paid back']
  const ordered = [...model.runs, ...model.withdrawals]
    .filter(({ end }) => counts.includes(end))
    .reduce((sum, one) => sum + one.usdCents, usdCents)
  model.runs.push({
    id,
    owed,
    usdCents,
    end: overUsd !== null && ordered > BigInt(overUsd) * 100n ? 'waits' : 'paid',
    feeCeilingSats: toExpectedFeeCeilingSats(total(owed), usdCentsPerBtc),
  })
}

export class RunPayment extends ModelStep {
  /** Whether the press names the last payment, as it must within 72 hours of it. */
  readonly again: boolean

  constructor(again: boolean) {
    super()
    this.again = again
  }

  async happen(model: Model, real: Real): Promise<void> {
    const { client, payrollId, world } = real
    const owed = owedNow(model)
    const spendable = await spendableSats(real)
    const rows = await world.sentBy(payrollId)
    // A run that was rejected or cancelled paid nobody: the one before it is named.
    const last = model.runs.findLast(({ end }) => end === 'paid' || end === 'waits')
    const after = this.again ? last?.id : undefined
    const path = `/api/v1/companies/payrolls/${payrollId}/run-payment`
    const { status, answer } = await client.ask<{ payment: Payment }>('POST', path, {
      body: after ? { after } : {},
    })
    const outcome = status === 200 ? 'paid' : answer.code
    real.story.push(`  ${outcome}`)
    if (outcome === 'paid') expectRun(model, answer.data.payment._id, owed)

    if (rows.some(({ state }) => moving.includes(state))) {
      expect(outcome).toBe('PAYMENT_IN_PROGRESS')
    } else if (outcome === 'PAYMENT_IN_PROGRESS') {
      const waits = rows.some(({ state }) => state === 'removed')
      expect(waits || (await world.hasWithdrawnAll(payrollId))).toBe(true)
    } else if (last && !after) {
      expect(outcome).toBe('ALREADY_PAID')
      expect(answer.data.payment._id).toBe(last.id)
    } else if (owed.size === 0) {
      expect(outcome).toBe('PAYROLL_HAS_NO_EMPLOYEES')
    } else if (outcome === 'paid') {
      expect(spendable).toBeGreaterThan(total(owed))
      expect(answer.data.payment.lines).toBe(owed.size)
    } else {
      expect(outcome).toBe('INSUFFICIENT_FUNDS')
      expect(spendable).toBeLessThan(total(owed) + feeAllowanceSats)
    }
  }

  toString = () => (this.again ? 'pay, again if need be' : 'pay')
}

/** Kill −9 some milliseconds after the press; whether it was taken shows when the program is back. */
export class PayAndCrash extends ModelStep {
  readonly afterMs: number
  readonly #nextDeath: Failpoint | null

  /** `nextDeath`: where the program that comes back dies once more. */
  constructor(afterMs: number, nextDeath: Failpoint | null = null) {
    super()
    this.afterMs = afterMs
    this.#nextDeath = nextDeath
  }

  async happen(model: Model, real: Real): Promise<void> {
    const { client, payrollId, world } = real
    const owed = owedNow(model)
    const [last] = await paymentsOf(real)
    const path = `/api/v1/companies/payrolls/${payrollId}/run-payment`
    // The database knows, whatever the answer says.
    const press = Promise.allSettled([
      client.ask('POST', path, { body: last ? { after: last.id } : {} }),
    ])
    await sleep(this.afterMs)
    await world.end('SIGKILL')
    await press
    await world.start(this.#nextDeath)
    const known = new Set(model.runs.map(({ id }) => id))
    const taken = (await paymentsOf(real)).filter(({ id }) => !known.has(id))
    real.story.push(`  ${taken.length} taken`)
    expect(taken.length).toBeLessThanOrEqual(1)
    for (const { id } of taken) expectRun(model, id, owed)
  }

  toString = () =>
    `pay and crash after ${this.afterMs} ms${this.#nextDeath ? `, then at ${this.#nextDeath}` : ''}`
}
