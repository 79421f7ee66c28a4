import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storyForFile } from '#server/testing/for-file.ts'

/** Triggers that replace foreign keys: they check all rows of a statement at once. */

type Line = { company_id: string; sheet_id: string; employee_id: string; id: string }

const story = await storyForFile()
const paid = async () => {
  const paymentId = await story.engine.run(await story.fundedPayroll([1_000n], 10_000_000n))
  return story.engine.db
    .selectFrom('sheet_lines')
    .select(['company_id', 'sheet_id', 'employee_id', 'id'])
    .where('sheet_id', '=', paymentId)
    .executeTakeFirstOrThrow()
}
const ours = await paid()
/** A line of another company. */
const theirs = await paid()

const isOrphan = { code: '23503' }
const isForbidden = { code: '42501' }

const newLine = (line: Omit<Line, 'id'>) =>
  story.engine.db
    .insertInto('sheet_lines')
    .values({
      ...line,
      first_name: 'Rosa',
      last_name: 'Cruz',
      address: 'bcrt1q',
      script_pubkey: Buffer.alloc(22),
      net_usd_cents: 1n,
      base_usd_cents: 1n,
      version: 1,
      mac: Buffer.alloc(32),
    })
    .execute()

const newPayout = (of: { company_id: string; sheet_id: string; line_id: string }) =>
  story.engine.db
    .insertInto('payouts')
    .values({ ...of, method: 'DOLLARS', usd_cents: 1n })
    .execute()

const newOutput = (output: { transaction_id: string; line_id: string | null }) =>
  story.engine.db
    .insertInto('transaction_outputs')
    .values({ ...output, vout: 100, script_pubkey: Buffer.alloc(22), sats: 1n })
    .execute()

test('a line has a payment and an employee, both of its company', async () => {
  expect(theirs.company_id).not.toBe(ours.company_id)
  const nobody = randomUUID()
  for (const wrong of [
    { ...theirs, company_id: nobody, employee_id: ours.employee_id },
    { ...theirs, sheet_id: nobody },
    { ...theirs, employee_id: nobody },
    { ...ours, employee_id: theirs.employee_id },
    { ...theirs, sheet_id: ours.sheet_id },
    { ...ours, company_id: theirs.company_id, employee_id: theirs.employee_id },
  ]) {
    const { company_id, sheet_id, employee_id } = wrong
    await expect(newLine({ company_id, sheet_id, employee_id })).rejects.toMatchObject(isOrphan)
  }
})

test('a payout has a line, of its payment and its company', async () => {
  const { id, company_id, sheet_id } = ours
  const right = { line_id: id, company_id, sheet_id }
  for (const wrong of [
    { ...right, line_id: randomUUID() },
    { ...right, line_id: theirs.id },
    { ...right, company_id: theirs.company_id },
    { ...right, sheet_id: theirs.sheet_id },
    { ...right, company_id: theirs.company_id, sheet_id: theirs.sheet_id },
  ]) {
    await expect(newPayout(wrong)).rejects.toMatchObject(isOrphan)
  }
})

test('an output has a transaction, and the line that it names', async () => {
  const { id } = await story.engine.db
    .selectFrom('transactions')
    .select('id')
    .where('sheet_id', '=', ours.sheet_id)
    .executeTakeFirstOrThrow()
  for (const wrong of [
    { transaction_id: randomUUID(), line_id: null },
    { transaction_id: randomUUID(), line_id: ours.id },
    { transaction_id: id, line_id: randomUUID() },
  ]) {
    await expect(newOutput(wrong)).rejects.toMatchObject(isOrphan)
  }
})

test.each(['employees', 'sheets', 'sheet_lines', 'payouts', 'transactions', 'transaction_outputs'])(
  'the program may delete nothing of %s',
  async (table) => {
    const forbidden = sql`DELETE FROM ${sql.table(table)} WHERE false`.execute(story.engine.db)
    await expect(forbidden).rejects.toMatchObject(isForbidden)
  },
)

test.each([
  ['sheet_lines', 'sheet_id'],
  ['sheet_lines', 'employee_id'],
  ['sheet_lines', 'address'],
  ['sheet_lines', 'script_pubkey'],
  ['sheet_lines', 'net_usd_cents'],
  ['sheet_lines', 'base_usd_cents'],
  ['payouts', 'line_id'],
  ['payouts', 'method'],
  ['payouts', 'sheet_id'],
  ['payouts', 'usd_cents'],
  ['payouts', 'replaces'],
  ['transaction_outputs', 'transaction_id'],
  ['transaction_outputs', 'line_id'],
  ['transaction_outputs', 'script_pubkey'],
  ['transaction_outputs', 'sats'],
])('the program may not change in %s the %s', async (table, column) => {
  const change = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} WHERE false`
  await expect(change.execute(story.engine.db)).rejects.toMatchObject(isForbidden)
})
