import type { CancelBody } from '#contract/fee-bumps.ts'
import { centsFromSatsRoundedUp } from '#domain/money.ts'
import { tryStepUpCode } from '#server/features/auth/index.ts'
import {
  makeApprovalOptions,
  readCountingKeys,
  readQuorum,
  type Sheeted,
  tryApprovalAssertion,
} from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { toSheeted } from '../approval/approve-or-reject.ts'
import type { Cancellation } from './cancel.ts'
import type { FeeProof } from './fee-confirmation.ts'

type Who = { companyId: string; userId: string }

/** Whether the fee of this cancellation needs a key: under `strongOnly` no code moves money. */
export async function needsKey(
  db: Db,
  { macKey, clock }: Pick<Deps, 'macKey' | 'clock'>,
  companyId: string,
  { needsCode }: Pick<Cancellation, 'needsCode'>,
): Promise<boolean> {
  return needsCode && (await readQuorum(db, macKey, companyId, clock.now())).strongOnly
}

/**
 * Finds the order of a cancellation, with its dearest fee as the ceiling: a key signs that order
 * once more. A key cannot sign batches of two orders at once.
 */
async function dearerOrder(
  db: Db,
  companyId: string,
  { ends }: Cancellation,
): Promise<{ subject: Sheeted; feeSats: bigint }> {
  const made = ends.flatMap(({ replacements, version }) =>
    version ? [{ ...replacements, feeSats: version.feeSats }] : [],
  )
  const [first] = made
  if (!first?.orderId || made.some(({ orderId }) => orderId !== first.orderId)) {
    throw new Refusal('NOT_CANCELLABLE')
  }
  const feeSats = made.reduce((most, one) => (one.feeSats > most ? one.feeSats : most), 0n)
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', first.orderId)
    .executeTakeFirstOrThrow()
  const feeCeilingUsdCents = centsFromSatsRoundedUp(feeSats, first.rateUsdCentsPerBtc)
  return { subject: { ...toSheeted(order), feeCeilingUsdCents }, feeSats }
}

/** The challenge over a cancellation's order and its fee; null: the person has no key. */
export async function cancelOptions(
  trx: Trx,
  deps: Deps,
  who: Who,
  cancellation: Cancellation,
  now: Date,
): Promise<Record<string, unknown> | null> {
  const { subject } = await dearerOrder(trx, who.companyId, cancellation)
  return makeApprovalOptions(trx, deps, subject, who, now)
}

/**
 * Checks the code or key that confirms the fee of a cancellation, before the SQL transaction that
 * spends it. A fee that changed after the key signed is refused with WRONG_ASSERTION, and the
 * person confirms again.
 */
export async function tryFeeProof(
  deps: Deps,
  who: Who,
  cancellation: Cancellation,
  body: CancelBody,
  now: Date,
): Promise<FeeProof> {
  const { db, macKey } = deps
  const { companyId } = who
  if (!(await needsKey(db, deps, companyId, cancellation))) {
    return { kind: 'CODE', right: await tryStepUpCode(deps, who, 'CANCEL', body) }
  }
  if (!body.assertion) throw new Refusal(body.code ? 'WRONG_ASSERTION' : 'CODE_REQUIRED')
  const { subject, feeSats } = await dearerOrder(db, companyId, cancellation)
  const given = await tryApprovalAssertion(deps, subject, who, body.assertion, now)
  const counting = await readCountingKeys(db, macKey, companyId, now)
  if (!counting.has(given.passkeyId)) throw new Refusal('WRONG_ASSERTION')
  return { ...given, orderId: subject.id, feeSats }
}
