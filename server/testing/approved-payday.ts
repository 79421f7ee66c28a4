import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ChangePayload } from '#contract/change-orders.ts'
import { defaultFeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import { satsFromCents } from '#domain/money.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { paydayCeilingUsdCents } from '#domain/payday-ceiling.ts'
import { insertUser } from '#server/authorization/account-rows.ts'
import { insertApproval } from '#server/authorization/approval-rows.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { macOf } from '#server/authorization/mac.ts'
import { takeOrderNumber } from '#server/authorization/order-numbers.ts'
import { changeSha256, paydaySheetOf, sheetSha256 } from '#server/authorization/sheet.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import type { Engine } from './engine.ts'
import { changeSchedule, setPaydays } from './period-steps.ts'

const unchanged: ChangePayload<'OCCURRENCE'>['changes'] = {
  since: null,
  counts: {
    added: 0,
    left: 0,
    addresses: 0,
    salaries: 0,
    names: 0,
    accounts: 0,
    shares: 0,
    frequencies: 0,
    amounts: 0,
  },
  totalUsd: { before: 0, now: 0 },
  salariesUsd: 0,
  severity: null,
}

type Ids = { companyId: string; userId: string; payrollId: string }
const hourMs = 3_600_000

/** Somebody else of the company, who approves. */
export const insertApprover = (
  { db, macKey }: Pick<Engine, 'db' | 'macKey'>,
  companyId: string,
): Promise<string> =>
  inTransaction(db, async (trx) => {
    const { id } = await insertUser(trx, macKey, {
      company_id: companyId,
      first_name: 'Luis',
      last_name: 'Cornejo',
      email: `${randomUUID()}@example.com`,
      password_hash: 'none',
      role: 'ADMIN',
      role_since: new Date(),
      email_verified_at: new Date(),
    })
    return id
  })

type Options = {
  key: string
  /** Hours since the payday was due; negative: it comes. */
  hoursLate?: number
  mode?: 'PREPARE' | 'PAY'
  rateUsdCentsPerBtc: bigint
  /** The approver; null: nobody approves. */
  approver: string | null
  /** The person who pressed 'Preparar'; null: the calendar prepared it. */
  askedBy?: string | null
  payload?: Partial<ChangePayload<'OCCURRENCE'>>
  required?: number
}

/** A payday as it is once its sheet was stored, asked about, and approved by somebody. */
export async function makeApprovedPayday(
  { db, owner, macKey }: Pick<Engine, 'db' | 'owner' | 'macKey'>,
  ids: Ids,
  { key, hoursLate = 0.5, mode = 'PAY', rateUsdCentsPerBtc: rate, ...input }: Options,
) {
  const { companyId, payrollId, userId } = ids
  await setPaydays(owner, ids, [{ key, inHours: -hoursLate }], macKey)
  await changeSchedule(owner, payrollId, sql`mode = ${mode}`, macKey)
  const { id: occurrenceId, due_at: dueAt } = await owner
    .updateTable('occurrences')
    .set({ mode, created_at: new Date(Date.now() - 24 * 30 * hourMs) })
    .where('payroll_id', '=', payrollId)
    .where('period_key', '=', key)
    .returning(['id', 'due_at'])
    .executeTakeFirstOrThrow()
  const people = await readPeople(db, payrollId)
  const cents = people.reduce((sum, one) => sum + one.usdCents, 0n)
  const lines = people.map(({ employeeId, script, usdCents }) => ({ employeeId, script, usdCents }))
  const ofCents = (usd: bigint) => satsFromCents(usd, rate)
  const fee = feeCeilingSats(defaultFeeCeilings, ofCents(cents), ofCents)
  const ceiling = paydayCeilingUsdCents({
    bitcoinUsdCents: cents,
    feeCeilingSats: fee,
    rateUsdCentsPerBtc: rate,
  })
  const pays = { companyId, payrollId, kind: 'REGULAR', periodKey: key, extra: false } as const
  const ceilingUsdCents = ceiling
  const sheet = sheetSha256(paydaySheetOf({ pays, lines, dollars: [], held: {}, ceilingUsdCents }))
  const until = new Date(dueAt.getTime() + occurrenceWindowMs)
  const payload: ChangePayload<'OCCURRENCE'> = {
    occurrenceId,
    payrollId,
    payroll: 'Oficina',
    periodKey: key,
    mode,
    dueAt: dueAt.toISOString(),
    until: until.toISOString(),
    people: people.length,
    timeZone: 'America/El_Salvador',
    usdCents: String(cents),
    bitcoinUsdCents: String(cents),
    rateUsdCentsPerBtc: String(rate),
    ceilingUsdCents: String(ceiling),
    sheetSha256: sheet.toString('hex'),
    required: input.required ?? 1,
    changers: [],
    included: [],
    changes: unchanged,
    ...input.payload,
  }
  const askedBy = input.askedBy === undefined ? userId : input.askedBy
  const change = await insertChange(db, macKey, { companyId, askedBy, until }, payload, input)
  const { id: sheetId } = await db
    .insertInto('payday_sheets')
    .values({
      company_id: companyId,
      payroll_id: payrollId,
      occurrence_id: occurrenceId,
      period_key: key,
      due_at: dueAt,
      prepared_at: new Date(),
      prepared_by: askedBy,
      change_order_id: change.id,
      rate_usd_cents_per_btc: rate,
      held: '{}',
      left_out: '[]',
      ceiling_usd_cents: ceiling,
      sheet_sha256: sheet,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO payday_sheet_lines (sheet_id, employee_id, company_id, address, script_pubkey, usd_cents,
      dollars_usd_cents, bitcoin_percent, bank, bank_account, pay_frequency, version, mac)
    SELECT ${sheetId}, e.id, e.company_id, e.address, e.script_pubkey, e.base_salary_usd_cents, 0,
      e.bitcoin_percent, e.bank, e.bank_account, e.pay_frequency, e.version, e.mac
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.payroll_id = ${payrollId}`.execute(db)
  return { id: occurrenceId, companyId, payrollId, periodKey: key, changeId: change.id, sheetId }
}

async function readPeople(db: Db, payrollId: string) {
  return db
    .selectFrom('payroll_members as m')
    .innerJoin('employees as e', 'e.id', 'm.employee_id')
    .select(['e.id as employeeId', 'e.script_pubkey as script'])
    .select('e.base_salary_usd_cents as usdCents')
    .where('m.payroll_id', '=', payrollId)
    .execute()
}

type Requester = { companyId: string; askedBy: string | null; until: Date }

async function insertChange(
  db: Db,
  macKey: Engine['macKey'],
  { companyId, askedBy, until }: Requester,
  change: ChangePayload<'OCCURRENCE'>,
  { approver, required = 1 }: Pick<Options, 'approver' | 'required'>,
) {
  const id = randomUUID()
  const payload = canonicalJson(change)
  const terms = {
    id,
    company_id: companyId,
    number: await inTransaction(db, (trx) => takeOrderNumber(trx, companyId)),
    kind: 'OCCURRENCE',
    subject: '',
    asked_by: askedBy,
    sheet_sha256: changeSha256({ id, companyId, kind: 'OCCURRENCE', payload }),
    asked_at: new Date(Date.now() - 1_000),
    expires_at: until,
    required,
    own_code: required === 0,
    delayed: false,
  }
  const approved = { state: 'waiting', approved_at: new Date(), effective_at: until }
  await db
    .insertInto('change_orders')
    .values({ ...terms, payload, mac: macOf(macKey, 'change_orders', terms), ...approved })
    .execute()
  if (approver !== null) await addApproval(db, macKey, { companyId, id }, approver)
  return { id }
}

/** One more approval, by a code, of a change that was made here. */
export async function addApproval(
  db: Db,
  macKey: Engine['macKey'],
  { companyId, id }: { companyId: string; id: string },
  userId: string,
): Promise<void> {
  const { sheet_sha256 } = await db
    .selectFrom('change_orders')
    .select('sheet_sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const approval = { company_id: companyId, subject_id: id, user_id: userId, at: new Date() }
  const noKey = { nonce: null, passkey_id: null, assertion: null }
  await inTransaction(db, (trx) =>
    insertApproval(trx, macKey, { ...approval, kind: 'CODE', sheet_sha256, ...noKey }),
  )
}
