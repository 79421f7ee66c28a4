import { sql } from 'kysely'
import type { PaymentPreview } from '#contract/payments.ts'
import { mayNow } from '#domain/may-now.ts'
import { personOf } from '#server/authorization/approvals-that-count.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { readOwnFactors } from '#server/features/factors/index.ts'
import { type ChannelDeps, readTrustedChannel } from '#server/features/verification-codes/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Problem } from './check-and-plan.ts'
import type { Payee } from './payee.ts'

type User = ChannelDeps & { companyId: string; userId: string; now: Date }

/**
 * The demand of a recent password reset by mail on a user who sends money to new addresses: to wait,
 * a code by text message, or nothing.
 */
type ResetRule = { until: Date } | 'code' | null

export async function resetRuleOf(db: Db, actor: User): Promise<ResetRule> {
  const { companyId, userId, now } = actor
  const user = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const person = personOf(requireTrue(actor.macKey, 'users', user), () => false)
  const { passwordResetAt: resetAt } = person
  const ofMailbox = mayNow(person, { kind: 'PAY_NEW_ADDRESS', byMail: true, now })
  if (!resetAt || ofMailbox.code !== 'FROM') return null
  // A code by another channel proves more than the mailbox that reset the password.
  const byMail =
    !(await hadOtherFactor(db, actor, resetAt)) &&
    (await readTrustedChannel(db, actor, actor, now)).via === 'EMAIL'
  return byMail ? { until: ofMailbox.from } : 'code'
}

/**
 * Whether the user had a key or an app before the reset: like a text message, it proves more than
 * the mailbox.
 */
async function hadOtherFactor(
  db: Db,
  { companyId, userId, macKey }: User,
  resetAt: Date,
): Promise<boolean> {
  const { passkeys, app } = await readOwnFactors(db, macKey, { companyId, userId })
  const isOlder = (since: Date | null) => since !== null && since < resetAt
  return isOlder(app?.confirmed_at ?? null) || passkeys.some((key) => isOlder(key.created_at))
}

/** The scripts among these that no confirmed payment or withdrawal of the company has paid. */
async function neverPaid(db: Db, companyId: string, scripts: readonly Buffer[]) {
  const { rows } = await sql<{ script: string }>`
    SELECT encode(s.script, 'hex') AS script
    FROM unnest(${scripts}::bytea[]) AS s (script)
    WHERE s.script NOT IN (
      SELECT o.script_pubkey FROM transaction_outputs o
      JOIN transactions t ON t.id = o.transaction_id
      WHERE t.company_id = ${companyId} AND t.state = 'confirmed'
        AND (o.line_id IS NOT NULL OR o.withdrawal_id IS NOT NULL)
        AND o.script_pubkey = ANY(${scripts}::bytea[]))`.execute(db)
  return new Set(rows.map(({ script }) => script))
}

/** The people among these whose address the company never paid. */
async function peopleNeverPaid(
  db: Db,
  companyId: string,
  people: readonly { employeeId: string; script: Buffer }[],
): Promise<string[]> {
  const scripts = await neverPaid(
    db,
    companyId,
    people.map(({ script }) => script),
  )
  return people
    .filter(({ script }) => scripts.has(script.toString('hex')))
    .map(({ employeeId }) => employeeId)
}

/** The demand of a reset on a run: the people at a new address have to wait, or need a code. */
export type RunWait = { rule: ResetRule; newPeople: string[] }

export async function runWaitOf(
  db: Db,
  user: Omit<User, 'userId'> & { userId: string | null },
  people: readonly { employeeId: string; script: Buffer }[],
): Promise<RunWait> {
  const { userId } = user
  // Where nobody presses, the people wait who approve: `refuseAfterReset`.
  const rule = userId === null ? null : await resetRuleOf(db, { ...user, userId })
  return { rule, newPeople: rule ? await peopleNeverPaid(db, user.companyId, people) : [] }
}

/** Most people whom a refusal names; a person can leave out no more than this of one run. */
const namedAtMost = 100

/** The refusal of a run that pays people who have to wait; null: nobody has to. */
export function findWaitProblem({ rule, newPeople }: RunWait): Problem | null {
  if (!rule || rule === 'code' || newPeople.length === 0) return null
  return {
    code: 'WAITS_AFTER_RESET',
    data: { until: rule.until.toISOString(), employees: newPeople },
    employeeIds: newPeople.slice(0, namedAtMost),
  }
}

/** The people who have to wait, in the form of a preview. */
export function waitsOf(
  { rule, newPeople }: RunWait,
  salaries: readonly Payee[],
): PaymentPreview['waits'] {
  if (!rule || rule === 'code' || newPeople.length === 0) return null
  const waiting = new Set(newPeople.slice(0, namedAtMost))
  return {
    until: rule.until.toISOString(),
    employees: salaries
      .filter(({ employeeId }) => waiting.has(employeeId))
      .map((one) => ({ _id: one.employeeId, name: `${one.firstName} ${one.lastName}` })),
  }
}

/**
 * A 409 for money to new addresses soon after a reset: until when, and the people at such an
 * address.
 */
const waitRefusal = (until: Date, employees: string[]) =>
  new Refusal('WAITS_AFTER_RESET', { data: { until: until.toISOString(), employees } })

/** Refuses a withdrawal to an address that the company never paid, while its user has to wait. */
export async function refuseNewAddress(db: Db, user: User, script: Buffer): Promise<void> {
  const rule = await resetRuleOf(db, user)
  // A withdrawal needs a code in any case.
  if (!rule || rule === 'code') return
  if ((await neverPaid(db, user.companyId, [script])).size > 0) throw waitRefusal(rule.until, [])
}

/** Refuses the approval of an order that sends money to a new address, while its user has to wait. */
export async function refuseNewAddressesOf(db: Db, user: User, orderId: string): Promise<void> {
  const rule = await resetRuleOf(db, user)
  if (!rule || rule === 'code') return
  const { rows } = await sql<{ employeeId: string | null; script: Buffer }>`
    SELECT l.employee_id AS "employeeId", o.script_pubkey AS script
    FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
    LEFT JOIN sheet_lines l ON l.id = o.line_id
    WHERE t.company_id = ${user.companyId} AND t.order_id = ${orderId}
      AND (l.id IS NOT NULL OR o.withdrawal_id IS NOT NULL)`.execute(db)
  const scripts = await neverPaid(
    db,
    user.companyId,
    rows.map(({ script }) => script),
  )
  const waiting = rows.filter(({ script }) => scripts.has(script.toString('hex')))
  if (waiting.length === 0) return
  throw waitRefusal(
    rule.until,
    waiting.flatMap(({ employeeId }) => employeeId ?? []),
  )
}
