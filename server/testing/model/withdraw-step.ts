import { expect } from 'vitest'
import { anAddress } from '../engine.ts'
import { type Model, type Real, spendableSats, toExpectedFeeCeilingSats } from './company.ts'
import { ModelStep } from './step.ts'

const moving = ['pendingApproval', 'signed', 'unconfirmed']

/** An amount too small to withdraw at the sandbox's fee rates, in as many UTXOs as a story has. */
const trifleSats = 20_000n

export class Withdraw extends ModelStep {
  /** null: everything. */
  readonly sats: number | null

  constructor(sats: number | null) {
    super()
    this.sats = sats
  }

  async happen(model: Model, real: Real): Promise<void> {
    const address = anAddress()
    const rows = await real.world.sentBy(real.payrollId)
    const spendable = await spendableSats(real)
    const path = `/api/v1/companies/payrolls/${real.payrollId}/withdraw-funds`
    const { status, answer } = await real.client.ask<{ transaction: { _id: string } }>(
      'POST',
      path,
      { body: { address, ...(this.sats ? { amount: (this.sats / 1e8).toFixed(8) } : {}) } },
    )
    const outcome = status === 200 ? 'waits' : (answer.code ?? '')
    real.story.push(`  ${outcome}`)
    if (outcome === 'waits') await this.#expect(model, real, address, answer.data.transaction._id)
    if (rows.some(({ state }) => moving.includes(state))) {
      expect(outcome).toBe('PAYMENT_IN_PROGRESS')
    } else {
      expect(this.#outcomes(spendable)).toContain(outcome)
    }
  }

  async #expect(model: Model, { world, payrollId }: Real, address: string, id: string) {
    const row = (await world.sentBy(payrollId)).find((one) => one.id === id)
    if (!row?.withdrawal_id) throw new Error('What was answered is there')
    // Withdrawing everything may cost half of it.
    const ceiling = this.sats
      ? toExpectedFeeCeilingSats(BigInt(this.sats), model.usdCentsPerBtc)
      : (row.sats + (row.fee_sats ?? 0n)) / 2n
    model.withdrawals.push({
      id: row.withdrawal_id,
      address,
      end: 'waits',
      usdCents: row.usd_cents,
      feeCeilingSats: ceiling,
    })
  }

  #outcomes(spendable: bigint): string[] {
    if (this.sats !== null && BigInt(this.sats) > spendable) return ['INSUFFICIENT_FUNDS']
    const requestedSats = this.sats === null ? spendable : BigInt(this.sats)
    if (requestedSats > trifleSats) return ['waits']
    return ['waits', 'INSUFFICIENT_FUNDS', 'DUST_AMOUNT', 'FEE_TOO_HIGH']
  }

  toString = () => `withdraw ${this.sats ?? 'everything'}`
}
