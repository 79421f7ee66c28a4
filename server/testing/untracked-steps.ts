import { parseBtcAddress } from '#domain/address.ts'
import { newChangeAddress } from '#server/features/chain/index.ts'
import { approve, requireOrderOf } from '#server/features/payments/approval/approve-or-reject.ts'
import { readMoney } from '#server/features/payments/facts/read-money.ts'
import { acknowledge } from '#server/features/payments/untracked/acknowledge.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ChainStory, rateUsdCentsPerBtc } from './chain-steps.ts'
import { anAddress } from './engine.ts'
import { rightCode } from './right-code.ts'

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** The untracked spends of a payroll that nobody has acknowledged. */
export const findUnacknowledged = async (db: Db, payrollId: string): Promise<string[]> =>
  (await readMoneyOf(db, payrollId)).untracked

export const readMoneyOf = async (db: Db, payrollId: string) =>
  (await readMoney(db, new Map([[payrollId, null]])))(payrollId)

/** The administrator has seen every untracked spend of a payroll; their ids. */
export async function acknowledgeAll({ engine }: ChainStory, ids: Ids): Promise<string[]> {
  const { companyId, userId, payrollId } = ids
  const found = await findUnacknowledged(engine.db, payrollId)
  if (found.length === 0) return found
  const actor = { companyId, userId, ip: null }
  const payroll = { id: payrollId, name: 'Oficina' }
  await engine.db.transaction().execute((trx) => acknowledge(trx, actor, payroll, found))
  return found
}

/** Pays although nobody knows whether it is paid: the press names the spend, and a code releases it. */
export async function runOnPurpose({ engine }: ChainStory, ids: Ids, after: string) {
  const paymentId = await engine.run(ids, after)
  await engine.db.transaction().execute(async (trx) => {
    const by = { companyId: ids.companyId, userId: ids.userId, ip: null }
    const { id: transactionId } = await trx
      .selectFrom('transactions')
      .select('id')
      .where('sheet_id', '=', paymentId)
      .where('waiting_for', '=', 'approval')
      .executeTakeFirstOrThrow()
    const given = await rightCode(trx, engine.macKey, by)
    const orderId = await requireOrderOf(trx, by.companyId, transactionId)
    await approve(trx, engine, by, { orderId, given }, new Date())
  })
  return paymentId
}

export function somebodysScript(): Uint8Array {
  const parsed = parseBtcAddress(anAddress(), 'regtest')
  if (!parsed.ok) throw new Error('a test address is not valid')
  return parsed.script
}

export const changeOf = async ({ engine }: ChainStory, { companyId, payrollId }: Ids) =>
  (await newChangeAddress(engine.db, { companyId, payrollId }, 'regtest')).script

export const auditOf = ({ engine }: ChainStory, action: string) =>
  engine.db.selectFrom('audit_events').selectAll().where('action', '=', action).execute()

/** Mines until a conflict is six deep: from then on the signer, too, takes its loser for failed. */
export async function mineSixDeep({ engine, followed }: ChainStory): Promise<void> {
  await engine.play.mine(5)
  await followed()
  await engine.price(rateUsdCentsPerBtc)
}
