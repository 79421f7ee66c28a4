import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { smtpMailer } from '#server/adapters/smtp/mailer.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { deliver } from '#server/features/notifications/index.ts'
import { testApp } from '#server/testing/app.ts'
import { anEmployeeSession, sendLinks } from '#server/testing/employee-steps.ts'
import { aCompany, anEmployee, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { testSmtp } from '#server/testing/smtp.ts'

const t = await appForFile()
const ask = (email: string, language = 'es') =>
  t.call('POST', '/employee/links', {
    body: { email },
    headers: { 'accept-language': language },
  })

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

test('known and unknown e-mails: one answer, and one time over 200 tries', async () => {
  const ours = await aCompany(t)
  await anEmployee(ours, { email: 'diego@izalco.sv' })
  const times: Record<string, number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  const emails = { known: 'diego@izalco.sv', unknown: 'daniel@izalco.sv' }
  // The first calls warm up caches and are not measured.
  for (let index = -10; index < 100; index++) {
    for (const who of index % 2
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      const began = performance.now()
      const { status, body, headers } = await ask(emails[who])
      if (index >= 0) times[who]?.push(performance.now() - began)
      const { date, ...others } = headers
      expect(date).toBeTypeOf('string')
      answers.add(JSON.stringify([status, body, others]))
    }
  }
  expect([...answers]).toHaveLength(1)
  const [known, unknown] = [median(times.known ?? []), median(times.unknown ?? [])]
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 2)
})

test('nothing that a request does depends on whether somebody has the contact', async () => {
  const rows = async () => {
    const [{ count }] = (await t.worker
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .execute()) as [{ count: bigint }]
    return count
  }
  const before = await rows()
  await ask('diego@izalco.sv')
  // The worker, in a process of its own, finds out whether anybody has the contact.
  expect(await rows()).toBe(before)
  await sendLinks(t)
  expect(await rows()).toBeGreaterThan(before)
})

test('too many requests of a contact or a network → 429 alike, known or not', async () => {
  const strict = await testApp({ config: { sandbox: false } })
  try {
    const ours = await aCompany(strict)
    await anEmployee(ours, { email: 'rosa@izalco.sv' })
    for (const email of ['rosa@izalco.sv', 'nadie@izalco.sv']) {
      for (let tries = 0; tries < 4; tries++) {
        const { status } = await strict.call('POST', '/employee/links', { body: { email } })
        expect(status).toBe(200)
      }
      const over = await strict.call('POST', '/employee/links', { body: { email } })
      expectRefusal(over, 429, 'RATE_LIMITED')
    }
    for (let tries = 0; tries < 30; tries++) {
      const body = { token: 'a'.repeat(43) }
      expectRefusal(await strict.call('POST', '/employee/session', { body }), 401, 'LINK_ENDED')
    }
    const body = { token: 'a'.repeat(43) }
    expectRefusal(await strict.call('POST', '/employee/session', { body }), 429, 'RATE_LIMITED')
  } finally {
    await strict.stop()
  }
})

test('the mail arrives in the language of the page, with a link that opens it', async () => {
  const smtp = await testSmtp()
  try {
    const ours = await aCompany(t)
    await anEmployee(ours, { email: 'bianca@izalco.sv' })
    await ask('bianca@izalco.sv', 'it')
    await sendLinks(t)
    const queued = await t.db
      .selectFrom('messages')
      .select('id')
      .where('recipient', '=', 'bianca@izalco.sv')
      .executeTakeFirstOrThrow()
    const from = 'Quincena <nominas@quincena.example>'
    await deliver(
      {
        db: t.worker,
        macKey: t.macKey,
        textMessages: null,
        sandbox: false,
        log: t.log,
        mailer: smtpMailer({ url: smtp.url, from }),
      },
      queued.id,
      false,
    )
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual(['bianca@izalco.sv'])
    expect(smtp.mails[0]?.source).toMatch(/stipendio/)
  } finally {
    await smtp.stop()
  }
})

test('two rows of one person: both change, and both are confirmed', async () => {
  const ours = await aCompany(t)
  const who = { email: 'marta@izalco.sv', phone: '' }
  const rows = [await anEmployee(ours, who), await anEmployee(ours, who)]
  const { call } = await anEmployeeSession(t, { email: who.email })
  const cryptoAddress = rows[0]?.cryptoAddress
  const { status } = await call('PUT', '/payout', { bitcoinPercent: 100, cryptoAddress })
  expect(status).toBe(200)
  for (const row of rows) {
    const { body } = await ours.call('GET', `/companies/employees/${row._id}`)
    expect(body.data.cryptoAddress).toBe(cryptoAddress)
  }
})

test('a frozen company: its people read, and change nothing of their pay', async () => {
  const ours = await aCompany(t)
  const { cryptoAddress } = await anEmployee(ours, { email: 'olga@izalco.sv', phone: '' })
  const { call } = await anEmployeeSession(t, { email: 'olga@izalco.sv' })
  await t.db
    .transaction()
    .execute((trx) => updateCompany(trx, t.macKey, ours.companyId, { frozen_at: t.now() }))
  expect((await call('GET', '/me')).status).toBe(200)
  const body = { bitcoinPercent: 0, cryptoAddress }
  expectRefusal(await call('PUT', '/payout', body), 409, 'COMPANY_FROZEN')
  expectRefusal(await call('POST', '/payout/code'), 409, 'COMPANY_FROZEN')
})
