import { expect, test } from 'vitest'
import { freezeState } from '#contract/freezes.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { smtpMailer } from '#server/adapters/smtp/mailer.ts'
import { deliverMessages } from '#server/features/notifications/index.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import { run } from '#server/testing/approval-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  anEmployee,
  anEmployeeBody,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import {
  anotherAdministrator,
  expectLink,
  linksIn,
  mailsOf,
  notifyPending,
} from '#server/testing/notice-steps.ts'
import { testSmtp } from '#server/testing/smtp.ts'

const s = await paymentsForFile()

const free = { overUsd: null, changedAddresses: false }
const codeMails = (email: string) => mailsOf(s.engine.db, email, 'paymentAsked')
const lastMail = async ({ form }: TestCompany) => (await messagesTo(s.engine.db, form.email)).at(-1)

test('a run without a code → every administrator hears, the one who asked too', async () => {
  const ours = await s.company(free)
  const english = await anotherAdministrator(s.engine.db, ours, 'en')
  const { payrollId } = await s.funded(ours, [20_000n, 30_000n], 5_000_000n)
  await run(ours, payrollId)
  const [mine] = await codeMails(ours.form.email)
  expect(mine?.subject).toBe('Se pidió un pago: Oficina')
  expect(mine?.text).toContain('Personas: 2')
  expect(mine?.text).toContain('Total: $500.00 · ')
  expect(mine?.text).toContain('No pide código y se envía enseguida.')
  const [theirs] = await codeMails(english)
  expect(theirs?.subject).toBe('A payment was asked for: Oficina')
  for (const mail of [mine, theirs]) await expectLink(ours.t, mail?.text)
})

test('a run that waits → the code’s mail has no link, the others hear where it is', async () => {
  const ours = await s.company({ overUsd: 100, changedAddresses: false })
  const english = await anotherAdministrator(s.engine.db, ours, 'en')
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  const [transaction] = (await run(ours, payrollId)).transactions
  expect(await codeMails(ours.form.email)).toEqual([])
  const code = await lastMail(ours)
  expect(code?.template).toBe('paymentCode')
  expect(linksIn(code?.text ?? '')).toEqual([])
  const [theirs] = await codeMails(english)
  expect(theirs?.text).toContain(`/dashboard/transaction/${transaction?._id}`)
  expect(theirs?.text).toContain('It waits for approval')
  await expectLink(ours.t, theirs?.text)
  await s.reject(ours, payrollId)
})

test('a code by text message → who asked for the withdrawal gets the notice by mail', async () => {
  const ours = await s.company(free)
  const factor = { two_factor_via: 'SMS', two_factor_enabled: true } as const
  const phone = { phone: '+50370001234', phone_verified_at: new Date() }
  await changeUser(s.engine.db, ours, { ...phone, ...factor })
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const address = anAddress()
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  expectAccepted(withdrawalAnswer, await ours.call('POST', path, { address }))
  const [mine] = await codeMails(ours.form.email)
  expect(mine?.subject).toBe('Se pidió un retiro: Oficina')
  expect(mine?.text).toContain(`Dirección: ${address.slice(0, 8)}…${address.slice(-6)}`)
  expect(mine?.text).not.toContain(address)
  await expectLink(ours.t, mine?.text)
  await s.reject(ours, payrollId)
})

test('a run that is refused → no notice', async () => {
  const ours = await s.company(free)
  const { payrollId } = await s.engine.payroll(ours.companyId, [20_000n])
  const answer = await ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`)
  expect(answer.body.success).toBe(false)
  expect(await codeMails(ours.form.email)).toEqual([])
})

/** Decodes the quoted-printable text of a mail (RFC 2045, 6.7). */
const plain = (source: string) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('an address changes → the mail by SMTP → its link freezes → no payment', async () => {
  const ours = await s.company(free)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const smtp = await testSmtp()
  const stopping = new AbortController()
  const { engine } = s
  const mailer = smtpMailer({ url: smtp.url, from: 'Quincena <nominas@example.com>' })
  const duty = deliverMessages(
    {
      ...engine,
      db: engine.worker,
      directUrl: engine.database.appUrl,
      mailer,
      textMessages: null,
      sandbox: false,
    },
    stopping.signal,
  )
  try {
    const { _id } = await anEmployee(ours)
    const body = anEmployeeBody({ cryptoAddress: anAddress() })
    expect((await ours.call('PUT', `/companies/employees/${_id}`, body)).status).toBe(200)
    await notifyPending(engine)
    const mail = await engine.until('the mail is there', async () =>
      smtp.mails.find(
        ({ to, source }) => to[0] === ours.form.email && /datos de pago/.test(plain(source)),
      ),
    )
    const [token] = linksIn(plain(mail.source))
    const press = await ours.t.call('POST', `/freezes/${token}`)
    expect(expectAccepted(freezeState, press).frozenAt).not.toBeNull()
    const { email, password } = ours.form
    const again = await ours.t.call('POST', '/auth/sign-in', { body: { email, password } })
    const { token: bearer } = again.body.data
    const path = `/companies/payrolls/${payrollId}/run-payment`
    expectRefusal(
      await ours.t.call('POST', path, { token: bearer, body: {} }),
      409,
      'COMPANY_FROZEN',
    )
  } finally {
    stopping.abort()
    await duty
    await smtp.stop()
  }
})
