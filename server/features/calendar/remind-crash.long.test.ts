import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { occurrenceWindowMs, reminderBeforeMs } from '#domain/occurrence-state.ts'
import { addMembers } from '#server/authorization/member-rows.ts'
import { insertPayroll } from '#server/authorization/payroll-rows.ts'
import { newReceiveAddress, watchAddress } from '#server/features/chain/index.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { aCompanyRow, aUserRow, macKeyOf } from '#server/testing/crash-mails.ts'
import { testInstallation, until } from '#server/testing/installation.ts'
import { rewritePaydays } from '#server/testing/period-steps.ts'
import { sealRows } from '#server/testing/seal-rows.ts'
import { testSmtp } from '#server/testing/smtp.ts'

const minuteMs = 60_000
/** The distance of each reminder from the payday's hour. */
const moments = [...Object.values(reminderBeforeMs), -occurrenceWindowMs]
const months = ['2026-11-Q1', '2026-11-Q2']
const steps = [
  ...(['reminders-before-commit', 'reminders-queued', 'mail-written'] as const),
  'mail-accepted-unmarked' as const,
]

test('a month, 2 workers, a kill a step → 7 d 4, 2 d 4, 4 h 4, ready 4, missed 4', async () => {
  const smtp = await testSmtp()
  const installation = await testInstallation({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'nominas@quincena.example',
  })
  const { owner, start } = installation
  const macKey = await macKeyOf(installation)
  // The addresses come from the account that the signer writes.
  const signer = await start('signer', 'signer')
  await signer.end('SIGTERM')
  await threePayrolls(installation, macKey)
  const mails = async () =>
    (await messagesTo(owner, undefined, macKey)).filter(({ template }) =>
      template.startsWith('payday'),
    )
  const subjects: string[][] = []
  for (const [fortnight, periodKey] of months.entries()) {
    for (const [moment, beforeMs] of moments.entries()) {
      const before = new Set((await mails()).map(({ id }) => id))
      // The worker's clock stands still, so the test moves the payday closer.
      const dueAt = new Date(Date.now() + beforeMs - minuteMs)
      const due = sql`due_at = ${dueAt}`
      await rewritePaydays(owner, sql`o.period_key = ${periodKey}`, due, macKey)
      const armed = await start('worker', 'worker', {
        FAILPOINT: steps[(moment + fortnight) % steps.length] ?? '',
      })
      const second = await start('second', 'worker')
      await until('the first worker dies', async () => armed.hasEnded())
      const expected = moment === 1 ? 4 : 2
      await until('all of this moment are sent', async () => {
        const all = await mails()
        return all.length >= before.size + expected && all.every(({ state }) => state === 'sent')
      })
      await second.end('SIGKILL')
      const fresh = (await mails()).filter(({ id }) => !before.has(id))
      subjects.push(fresh.map(({ subject }) => subject.replace(/\$[\d.,]+/, '$')).sort())
    }
  }
  // Each reminder has two readers, and so has the missed payday; nobody hears of paid ones.
  const short = ['$ missing to pay Corta', 'Faltan $ para pagar Corta']
  const ready = ['All is ready: Lista', 'Todo listo: Lista']
  const ofPayday = [
    short,
    [...short, ...ready].sort(),
    short,
    ['No se pagó: Corta', 'No se pagó: Lista'],
  ]
  expect(subjects).toEqual([...ofPayday, ...ofPayday])
  const ids = (await mails()).map(({ id }) => `<${id}@quincena.example>`)
  const taken = smtp.mails.map(({ messageId }) => messageId)
  expect(ids.filter((id) => !taken.includes(id))).toEqual([])
  const [reminder] = smtp.mails.filter(({ source }) => /^content-id: <payment-code>/im.test(source))
  expect(reminder?.source).toMatch(/Content-Type: image\/png/)
  await installation.stop()
  await smtp.stop()
})

type Installation = Awaited<ReturnType<typeof testInstallation>>

/** Three payrolls: one without funds, one all in dollars, and one whose periods are paid. */
async function threePayrolls({ owner }: Installation, macKey: KeyObject): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    const company = await aCompanyRow(trx, macKey)
    const admin = await aUserRow(trx, macKey, company)
    const other = { email: 'luis@izalco.sv', role: 'PAYROLL' } as const
    const payer = await aUserRow(trx, macKey, company, other)
    await sql`UPDATE users SET language = 'en' WHERE id = ${payer}`.execute(trx)
    await sql`INSERT INTO prices (at, usd_cents_per_btc, sources) VALUES (now(), 9100000, 3)`.execute(
      trx,
    )
    for (const [name, percent] of [
      ['Corta', 100],
      ['Lista', 0],
      ['Pagada', 0],
    ] as const) {
      // Nobody is asked to send money to an address that is not the wallet's.
      const derived = await newReceiveAddress(trx, 'regtest')
      const payroll = await insertPayroll(trx, macKey, {
        company_id: company,
        name,
        description: 'Oficina',
        type: 'REGULAR',
        address: derived.address,
      })
      await watchAddress(trx, { companyId: company, payrollId: payroll }, derived)
      const { rows } = await sql<{ id: string }>`
          INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
            base_salary_usd_cents, bitcoin_percent, address, script_pubkey, creation_type, mac)
          VALUES (${company}, 'Persona', ${name}, '', ${`${name}@izalco.sv`}, '', 50000, ${percent},
            ${`bcrt1qperson${name}`}, ${Buffer.from(`0014${'ab'.repeat(20)}`, 'hex')}, 'REGULAR', '\\x00')
          RETURNING id`.execute(trx)
      const people = rows.map(({ id }) => id)
      await addMembers(trx, macKey, { companyId: company, payrollId: payroll }, people, null)
      for (const key of months) {
        await sql`
          INSERT INTO occurrences (company_id, payroll_id, period_key, nominal_day, due_at, time_zone, mode,
            created_at)
          VALUES (${company}, ${payroll}, ${key}, current_date, now() + interval '60 days',
            'America/El_Salvador', 'REMIND', now() - interval '60 days')`.execute(trx)
        if (name !== 'Pagada') continue
        await sql`
          INSERT INTO sheets (company_id, payroll_id, requested_by, note, bitcoin_usd_cents,
            dollars_usd_cents, total_sats, closed_at, period_key, period_due_at)
          VALUES (${company}, ${payroll}, ${admin}, '', 0, 50000, 0, now(), ${key}, now())`.execute(
          trx,
        )
      }
    }
    await sealRows(trx, macKey, 'occurrences')
  })
}
