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
import { sheetedOf } from '../approval/approve-or-reject.ts'
import type { Cancellation } from './cancel.ts'
import type { FeeProof } from './fee-confirmation.ts'

type Who = { companyId: string; userId: string }

/** Under `strongOnly` a code moves no money, so none lets a cancellation cost more than was ordered. */
export async function needsKey(
  db: Db,
  { macKey, clock }: Pick<Deps, 'macKey' | 'clock'>,
  companyId: string,
  { needsCode }: Pick<Cancellation, 'needsCode'>,
): Promise<boolean> {
  return needsCode && (await readQuorum(db, macKey, companyId, clock.now())).strongOnly
}

/**
 * The order of a cancellation with the dearest of its fees as the ceiling: a key signs this one again.
 * Batches of two orders cannot be signed at once.
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
  return { subject: { ...sheetedOf(order), feeCeilingUsdCents }, feeSats }
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
 * Looks at what confirms the fee of a cancellation, outside of the transaction that spends it. A fee that
 * has changed since the key signed is another one: WRONG_ASSERTION, and it is asked for once more.
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
