import { expect } from 'vitest'
import { minimumHeadSats } from '#domain/fees.ts'
import { type Accepted, findAccepted, type Model, type Real, spendableSats } from './company.ts'
import { ModelStep, pressButton } from './step.ts'
import type { World } from './world.ts'

type Row = Awaited<ReturnType<World['sentBy']>>[number]

const onItsWay = ['signed', 'unconfirmed', 'removed']

/** A child, or a head and three deposits more. */
const vbytesOfMore = 350n
/** The least child: a larger one pays its rate, too. */
const childVbytes = 110n
/** The least that a bump has to pay above the fees paid until now, by the policy of the node. */
const leastStepSatsPerVbyte = 1n

/** A transaction in the node's mempool with all its descendants; null: it is in no mempool. */
async function inMempool({ world }: Real, { txid }: Row) {
  const truth = txid && (await world.truthOf(txid.toString('hex')))
  if (!txid || truth !== 'unconfirmed') return null
  const entry = await world.node.rpc<{
    vsize: number
    descendantsize: number
    fees: { base: number; descendant: number }
  }>('getmempoolentry', txid.toString('hex'))
  return {
    vsize: BigInt(entry.vsize),
    allVsize: BigInt(entry.descendantsize),
    ownFeeSats: BigInt(Math.round(entry.fees.base * 1e8)),
    feeSats: BigInt(Math.round(entry.fees.descendant * 1e8)),
  }
}

type InMempool = NonNullable<Awaited<ReturnType<typeof inMempool>>>

/** The change of a transaction, with which a bump may be paid. */
async function changeSats({ world }: Real, { id }: Row): Promise<bigint> {
  const outputs = await world.db
    .selectFrom('transaction_outputs')
    .select('sats')
    .where('transaction_id', '=', id)
    .where('line_id', 'is', null)
    .where('withdrawal_id', 'is', null)
    .execute()
  return outputs.reduce((sum, { sats }) => sum + sats, 0n)
}

/** A bump of the newest transaction, whatever became of it. */
export class BumpNewest extends ModelStep {
  readonly feeRate: number

  constructor(feeRate: number) {
    super()
    this.feeRate = feeRate
  }

  async happen(model: Model, real: Real): Promise<void> {
    const [row] = await real.world.sentBy(real.payrollId)
    if (!row) return
    const before = await inMempool(real, row)
    const fundsSats = (await spendableSats(real)) + (await changeSats(real, row))
    const outcome = await pressButton(real, 'bump', row.id, { feeRate: this.feeRate })
    if (!onItsWay.includes(row.state)) {
      expect(outcome).toBe('NOT_UNCONFIRMED')
      return
    }
    if (!before) throw new Error('What is on its way is in the mempool once nothing moves')
    if (outcome === 'done') {
      model.bumps++
      await this.#isPaid(real)
    } else {
      expect(this.#reasonsNotTo(before, fundsSats, findAccepted(model, row))).toContain(outcome)
    }
  }

  async #isPaid(real: Real): Promise<void> {
    await real.world.waitUntilRest(real.payrollId)
    const [newest] = await real.world.sentBy(real.payrollId)
    const after = newest && (await inMempool(real, newest))
    if (!after) throw new Error('What was bumped is not in the mempool')
    expect(after.feeSats).toBeGreaterThanOrEqual(BigInt(this.feeRate) * after.allVsize)
  }

  /** The codes that the known facts allow for; without any, a bump has to happen. */
  #reasonsNotTo(
    { vsize, allVsize, ownFeeSats, feeSats }: InMempool,
    fundsSats: bigint,
    { feeCeilingSats }: Accepted,
  ): string[] {
    const rate = BigInt(this.feeRate)
    const mostSats = rate * (allVsize + vbytesOfMore)
    const reasons: string[] = []
    const leastSats =
      ownFeeSats +
      ((feeSats - ownFeeSats) * (childVbytes + vbytesOfMore)) / childVbytes +
      leastStepSatsPerVbyte * (vsize + vbytesOfMore)
    if (rate * vsize <= leastSats) reasons.push('FEE_RATE_TOO_LOW')
    if (mostSats > feeCeilingSats) reasons.push('CODE_REQUIRED')
    if (mostSats > fundsSats + ownFeeSats - minimumHeadSats) reasons.push('INSUFFICIENT_FUNDS')
    return reasons
  }

  toString = () => `bump to ${this.feeRate} sat/vB`
}

export class Cancel extends ModelStep {
  async happen(model: Model, real: Real): Promise<void> {
    const [row] = await real.world.sentBy(real.payrollId)
    if (!row) return
    const before = await inMempool(real, row)
    const accepted = findAccepted(model, row)
    const outcome = await pressButton(real, 'cancel', row.id)
    if (accepted.end === 'waits') {
      expect(outcome).toBe('done')
      accepted.end = 'CANCELLED'
    } else if (accepted.end === 'paid' && before) {
      const leastSats = before.feeSats + leastStepSatsPerVbyte * before.vsize
      const isDear = leastSats > accepted.feeCeilingSats
      if (outcome === 'FEE_TOO_HIGH') expect(isDear, 'cancelling is too dear').toBe(true)
      else {
        expect(outcome).toBe('done')
        accepted.end = 'paid back'
      }
    } else {
      expect(outcome).toBe('NOT_CANCELLABLE')
    }
  }

  toString = () => 'cancel'
}
