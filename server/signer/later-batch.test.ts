import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storyForFile } from '#server/testing/for-file.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

/** The signer reads the plan of a run once, and of each later batch its own lines. */

// The payment's rows are what the thief made of them.
const story = await storyForFile({}, { breaks: ['I3', 'I4', 'I5'] })

test('somebody whom nobody ordered is put into a later batch → it is refused', async () => {
  const { engine } = story
  const ids = await story.fundedPayroll(Array(3_100).fill(1_000n), 900_000_000n)
  const outsider = ids.employeeIds.at(-1) ?? ''
  await engine.endMembers([outsider])
  const paymentId = await engine.run(ids)
  const { transactions } = await story.partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  const batch = transactions[1]?._id ?? ''
  // All of this line is authentic but its place in the run.
  await sql`
    WITH ousted AS (
      SELECT o.vout, l.sats FROM transaction_outputs o JOIN payouts l ON l.line_id = o.line_id
      WHERE o.transaction_id = ${batch} ORDER BY o.vout LIMIT 1),
    line AS (
      INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name, address,
        script_pubkey, net_usd_cents, base_usd_cents, version, mac)
      SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.address, e.script_pubkey,
        e.base_salary_usd_cents, e.base_salary_usd_cents, e.version, e.mac
      FROM employees e WHERE e.id = ${outsider} RETURNING *),
    payout AS (
      INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, sats)
      SELECT line.id, 'BITCOIN', line.company_id, line.sheet_id, line.net_usd_cents, ousted.sats
      FROM ousted, line)
    UPDATE transaction_outputs o SET line_id = line.id, script_pubkey = line.script_pubkey
    FROM ousted, line WHERE o.transaction_id = ${batch} AND o.vout = ousted.vout`.execute(
    engine.owner,
  )
  await engine.play.mine(1)
  await story.partsAre(ids, paymentId, 'confirmed', 'failed')
  expect(await readSignerFault(engine.db, batch)).toMatchObject({ code: 'ORDER_NOT_ITS_PLAN' })
})
