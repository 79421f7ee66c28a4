import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import { aCompanyRow, aUserRow, macKeyOf, onceEach } from '#server/testing/crash-mails.ts'
import { testInstallation, until } from '#server/testing/installation.ts'
import { testSmtp } from '#server/testing/smtp.ts'

const people = 300

test('killed at every step of 300 mails → one receipt and one mail for each', async () => {
  const smtp = await testSmtp()
  const installation = await testInstallation({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'nominas@quincena.example',
  })
  const { owner } = installation
  const macKey = await macKeyOf(installation)
  const paymentId = await aPaidRun(installation, macKey)
  const start = (failpoint: Failpoint | '' = '') =>
    installation.start('worker', 'worker', { FAILPOINT: failpoint })
  // Only mails to people count: the administrator gets a notice of the run as well.
  const toPeople = () => smtp.mails.filter(({ to }) => to.join().startsWith('persona'))
  const addressees = () => new Set(toPeople().map(({ to }) => to.join())).size

  for (const failpoint of [
    ...(['receipts-before-commit', 'receipts-issued', 'mail-written'] as const),
    'mail-accepted-unmarked' as const,
  ]) {
    const worker = await start(failpoint)
    await until(`it dies at ${failpoint}`, async () => worker.hasEnded())
  }
  // The process is also killed at any moment in between.
  for (const least of [20, 90, 170, 240]) {
    const worker = await start()
    await until(`${least} have their mail`, async () => addressees() >= least)
    await sleep(Math.random() * 20)
    await worker.end('SIGKILL')
  }
  await start()
  await until('nobody waits', async () => {
    const { rows } = await sql<{ waiting: bigint }>`
      SELECT count(*) AS waiting FROM messages WHERE state = 'queued'`.execute(owner)
    return rows[0]?.waiting === 0n && addressees() === people
  })
  await installation.endAll()

  const { rows: receipts } = await sql<{ line: string; number: number }>`
    SELECT line_id AS line, number FROM receipts WHERE sheet_id = ${paymentId}
    ORDER BY number`.execute(owner)
  expect(receipts.map(({ number }) => number)).toEqual(
    Array.from({ length: people }, (_, n) => n + 1),
  )
  expect(new Set(receipts.map(({ line }) => line)).size).toBe(people)
  onceEach(toPeople())
  expect(toPeople()[0]?.source).toMatch(/Content-Type: application\/pdf; name=comprobante-/)
  await installation.stop()
  await smtp.stop()
})

type Installation = Awaited<ReturnType<typeof testInstallation>>

/** Inserts a confirmed run of a company that sends receipts, directly as rows. */
async function aPaidRun({ owner }: Installation, macKey: KeyObject) {
  return owner.transaction().execute(async (trx) => {
    const company = await aCompanyRow(trx, macKey)
    const user = await aUserRow(trx, macKey, company)
    await sql`UPDATE companies SET notify_employees = true WHERE id = ${company}`.execute(trx)
    const { rows: payrolls } = await sql<{ id: string }>`
      INSERT INTO payrolls (company_id, name, description, type, address)
      VALUES (${company}, 'Oficina', 'Oficina', 'REGULAR', 'bcrt1qnobody') RETURNING id`.execute(
      trx,
    )
    const payroll = payrolls[0]?.id
    const { rows: payments } = await sql<{ id: string }>`
      INSERT INTO sheets (company_id, payroll_id, requested_by, note, bitcoin_usd_cents, dollars_usd_cents,
        total_sats, rate_usd_cents_per_btc, rate_sources, rate_at, closed_at)
      VALUES (${company}, ${payroll}, ${user}, '', 100, 0, 1000, 9100000, 3, now(), now())
      RETURNING id`.execute(trx)
    const payment = payments[0]?.id ?? ''
    const { rows: transactions } = await sql<{ id: string }>`
      INSERT INTO transactions (company_id, payroll_id, sheet_id, type, was_mined, usd_cents, sats,
        rate_usd_cents_per_btc, txid, raw, height, confirmed_at)
      VALUES (${company}, ${payroll}, ${payment}, 'send', true, 100, 1000, 9100000,
        decode(repeat('ab', 32), 'hex'), '\\x00', 7, now())
      RETURNING id`.execute(trx)
    await sql`
      WITH numbers AS (SELECT n FROM generate_series(1, ${people}::integer) AS n),
      people AS (
        INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
          base_salary_usd_cents, address, script_pubkey, creation_type, mac)
        SELECT ${company}, 'Persona', n::text, '', 'persona' || n || '@izalco.sv', '', 50000,
          'bcrt1qperson' || n, int4send(n), 'REGULAR', '\\x00' FROM numbers
        RETURNING id, first_name, last_name, address, script_pubkey),
      lines AS (
        INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name, address,
          script_pubkey, net_usd_cents, base_usd_cents, version, mac)
        SELECT ${company}, ${payment}, id, first_name, last_name, address, script_pubkey, 50000, 50000, 1,
          '\\x00'
        FROM people RETURNING id, script_pubkey),
      paid AS (
        INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, sats)
        SELECT id, 'BITCOIN', ${company}, ${payment}, 50000, 549450 FROM lines
        RETURNING line_id, sats)
      INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
      SELECT ${transactions[0]?.id}, row_number() OVER (), id, script_pubkey, sats
      FROM lines JOIN paid ON line_id = id`.execute(trx)
    return payment
  })
}
