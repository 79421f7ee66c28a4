import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealContact } from '#server/authorization/contact-rows.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import { aCompanyRow, aUserRow, macKeyOf, onceEach } from '#server/testing/crash-mails.ts'
import { testInstallation, until } from '#server/testing/installation.ts'
import { testSmtp } from '#server/testing/smtp.ts'

const people = 300

test('killed at every step of inviting 300 people → each is invited exactly once', async () => {
  const smtp = await testSmtp()
  const installation = await testInstallation({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'nominas@quincena.example',
  })
  const { owner } = installation
  const jobId = await aJob(installation)
  const start = (failpoint: Failpoint | '' = '') =>
    installation.start('worker', 'worker', { FAILPOINT: failpoint })
  const toPeople = () => smtp.mails.filter(({ to }) => to.join().startsWith('persona'))
  const addressees = () => new Set(toPeople().map(({ to }) => to.join())).size
  const queued = async () => {
    const { rows } = await sql<{ recipient: string }>`
      SELECT recipient FROM messages WHERE template = 'employeeInvitation'`.execute(owner)
    return rows.map(({ recipient }) => recipient)
  }

  for (const failpoint of [
    ...(['invitations-before-commit', 'invitations-queued', 'mail-written'] as const),
    'mail-accepted-unmarked' as const,
  ]) {
    const worker = await start(failpoint)
    await until(`it dies at ${failpoint}`, async () => worker.hasEnded())
    // People whose invitation was not committed got nothing; after the commit a hundred got one.
    if (failpoint === 'invitations-before-commit') expect(await queued()).toEqual([])
    if (failpoint === 'invitations-queued') expect(await queued()).toHaveLength(100)
  }
  // The process is also killed at any moment in between.
  for (const least of [20, 110, 190, 260]) {
    const worker = await start()
    await notify(owner, 'employee_page')
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

  const recipients = await queued()
  expect(recipients).toHaveLength(people)
  expect(new Set(recipients).size).toBe(people)
  onceEach(toPeople())
  const { rows: jobs } = await sql<{ sent: number; ended: boolean; missed: bigint }>`
    SELECT sent, ended_at IS NOT NULL AS ended,
      (SELECT count(*) FROM employees WHERE invited_at IS NULL) AS missed
    FROM employee_invitations WHERE id = ${jobId}`.execute(owner)
  expect(jobs).toEqual([{ sent: people, ended: true, missed: 0n }])
  await installation.stop()
  await smtp.stop()
})

type Installation = Awaited<ReturnType<typeof testInstallation>>

/** Inserts the job of an administrator who invites everybody, directly as rows. */
async function aJob(installation: Installation): Promise<string> {
  const macKey = await macKeyOf(installation)
  return installation.owner.transaction().execute(async (trx) => {
    const company = await aCompanyRow(trx, macKey)
    const user = await aUserRow(trx, macKey, company)
    const { rows: inserted } = await sql<MacRow<'contacts'>>`
      INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
        base_salary_usd_cents, address, script_pubkey, creation_type, mac)
      SELECT ${company}, 'Persona', n::text, '', 'persona' || n || '@izalco.sv', '', 50000,
        'bcrt1qperson' || n, int4send(n), 'REGULAR', '\\x00'
      FROM generate_series(1, ${people}::integer) AS n
      RETURNING ${selectMacColumns('contacts')}`.execute(trx)
    const macs = inserted.map((row) => sealContact(macKey, row, 1).contact_mac)
    await sql`
      UPDATE employees e SET contact_mac = u.mac
      FROM unnest(${inserted.map(({ id }) => id)}::uuid[], ${macs}::bytea[]) AS u (id, mac)
      WHERE e.id = u.id`.execute(trx)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO employee_invitations (company_id, requested_by, total, created_at)
      VALUES (${company}, ${user}, ${people}, now()) RETURNING id`.execute(trx)
    return rows[0]?.id ?? ''
  })
}
