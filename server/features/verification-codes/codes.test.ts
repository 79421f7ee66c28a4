import { createSecretKey, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { OrderedChange } from '#contract/change-orders.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { aCompany, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { channelOf, confirmChannel, keepFormerChannel, maskRecipient } from './channel.ts'
import { type Purpose, sendCode } from './codes.ts'
import { type RightCode, tryCode, useCode } from './try-code.ts'
import { forgetRow } from './wrong-code-lockout.ts'

let ours: TestCompany
let now: Date
const t = await appForFile()
beforeEach(async () => {
  ours = await aCompany(t)
  now = new Date('2026-11-21T12:00:00Z')
})

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const key = () => ({ macKey: t.macKey, config: t.config, log: t.log, smsConfigured: true })
const aSubject = (purpose: Purpose = 'payment', subjectId: string = randomUUID()) => ({
  companyId: ours.companyId,
  userId: ours.user._id,
  purpose,
  subjectId,
})
type Subject = ReturnType<typeof aSubject>

const input = { payroll: 'Planilla', asker: 'Marcela Portillo', ip: '203.0.113.9' }
const payment = {
  ...input,
  people: 12,
  sums: { usdCents: 650_025n, sats: 7_143_132n },
  changes: [],
  more: 0,
}
const withdrawal = { ...input, address: 'bcrt1q', sats: 50_000n, usdCents: 4_550n }
const consolidation = { ...input, feeSats: 135_588n, feeUsdCents: 12_338n }
const released = (subject: Subject) => {
  const { purpose } = subject
  if (purpose === 'payment') return { ...subject, purpose, params: payment }
  if (purpose === 'withdrawal') return { ...subject, purpose, params: withdrawal }
  if (purpose === 'consolidation') return { ...subject, purpose, params: consolidation }
  if (purpose === 'change') {
    const change: OrderedChange = { kind: 'RULES', payload: { tiers: [], strongOnly: false } }
    return { ...subject, purpose, params: { change } }
  }
  if (purpose === 'contact:EMAIL' || purpose === 'contact:SMS') {
    return { ...subject, purpose, to: 'new@izalco.sv' }
  }
  return { ...subject, purpose }
}
const send = (subject: Subject, deps = key()) =>
  t.db.transaction().execute((trx) => sendCode(trx, deps, released(subject), now))
const attempt = (subject: Subject, code: string) => tryCode(t.db, key(), { ...subject, code }, now)
const spend = (right: RightCode) => t.db.transaction().execute((trx) => useCode(trx, right, now))

/** The newest message that the company's administrator got, and the six digits in it. */
async function newest() {
  const messages = await messagesTo(t.db)
  const message = messages.findLast(({ company_id }) => company_id === ours.companyId)
  if (!message) throw new Error('no message')
  return { ...message, code: /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0] ?? 'none' }
}
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error) => (error instanceof Refusal ? error.code : error),
  )

test('a code goes by mail, masked in the answer, and releases its subject once', async () => {
  const subject = aSubject()
  const { via, sentTo } = await send(subject)
  const { code, recipient } = await newest()
  expect([via, recipient]).toEqual(['EMAIL', ours.form.email])
  expect(sentTo).toBe(`${ours.form.email[0]}•••@izalco.sv`)
  const right = await attempt(subject, code)
  await spend(right)
  expect(await outcome(spend(right))).toBe('WRONG_CODE')
  expect(await outcome(attempt(subject, code))).toBe('WRONG_CODE')
})

test('of twenty who spend one right code at once one does', async () => {
  const subject = aSubject('withdrawal')
  await send(subject)
  const right = await attempt(subject, (await newest()).code)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(spend(right))))
  expect(outcomes.sort()).toEqual([...Array(19).fill('WRONG_CODE'), 'ok'])
})

test('a code opens nothing but its own subject, purpose and user', async () => {
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  const other = await aCompany(t)
  for (const elsewhere of [
    { ...subject, subjectId: randomUUID() },
    { ...subject, purpose: 'withdrawal' as const },
    { ...subject, companyId: other.companyId, userId: other.user._id },
  ]) {
    expect(await outcome(attempt(elsewhere, code))).toBe('WRONG_CODE')
  }
  expect(await outcome(attempt(subject, code))).toBe('ok')
})

test('a code is dead after ten minutes, after five tries, and once a later one is sent', async () => {
  const late = aSubject()
  await send(late)
  const { code } = await newest()
  pass(10 * minutes)
  expect(await outcome(attempt(late, code))).toBe('WRONG_CODE')

  const guessed = aSubject()
  await send(guessed)
  const right = (await newest()).code
  for (let i = 0; i < 5; i++) await outcome(attempt(guessed, wrongFor(right)))
  expect(await outcome(attempt(guessed, right))).toBe('WRONG_CODE')

  const replaced = aSubject()
  await send(replaced)
  const first = (await newest()).code
  pass(60 * seconds)
  await send(replaced)
  const second = (await newest()).code
  if (first !== second) expect(await outcome(attempt(replaced, first))).toBe('WRONG_CODE')
  expect(await outcome(attempt(replaced, second))).toBe('ok')
})

test('a hundred guesses at once get five tries', async () => {
  const subject = aSubject()
  await send(subject)
  const wrong = wrongFor((await newest()).code)
  await Promise.all(Array.from({ length: 100 }, () => outcome(attempt(subject, wrong))))
  const { tries } = await t.owner
    .selectFrom('verification_codes')
    .select('tries')
    .where('subject_id', '=', subject.subjectId)
    .executeTakeFirstOrThrow()
  expect(tries).toBe(5)
  const { wrong_in_a_row } = await guardRow()
  expect(wrong_in_a_row).toBe(5)
})

const guardRow = () =>
  t.owner
    .selectFrom('code_guards')
    .selectAll()
    .where('holder_id', '=', ours.user._id)
    .executeTakeFirstOrThrow()

test('the count of wrong codes is reset by nobody who has the role and no key', async () => {
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  await outcome(attempt(subject, wrongFor(code)))
  const former = await guardRow()
  await outcome(attempt(subject, wrongFor(code)))
  const write = (row: Partial<typeof former>) =>
    t.db.updateTable('code_guards').set(row).where('holder_id', '=', ours.user._id).execute()
  await expect(write(former)).rejects.toThrow('a former row of code_guards')
  const tries = t.db.updateTable('verification_codes').set({ tries: 0 })
  await expect(tries.where('tries', '>', 0).execute()).rejects.toThrow('a former row')
  await write({ wrong_at: [], wrong_in_a_row: 0 })
  expect(await outcome(attempt(subject, code))).toBe('ACCOUNT_TAMPERED')
})

test('codes of one subject are a minute apart, and ten a day', async () => {
  const subject = aSubject()
  await send(subject)
  pass(59 * seconds)
  const early = await send(subject).catch((error: Refusal) => error)
  expect(early).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } })
  // A code for another payment does not wait for this one's minute.
  expect(await outcome(send(aSubject()))).toBe('ok')
  for (let sent = 1; sent < 10; sent++) {
    pass(minutes)
    await send(subject)
  }
  pass(minutes)
  expect(await outcome(send(subject))).toBe('RATE_LIMITED')
  pass(24 * hours - 10 * minutes + seconds)
  expect(await outcome(send(subject))).toBe('ok')
})

test('thirty wrong codes within an hour lock this user’s second factor for an hour', async () => {
  const guess = async () => {
    const subject = aSubject()
    await send(subject)
    const wrong = wrongFor((await newest()).code)
    for (let i = 0; i < 5; i++) await outcome(attempt(subject, wrong))
  }
  for (let round = 0; round < 6; round++) await guess()
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  const locked = await attempt(subject, code).catch((error: Refusal) => error)
  expect(locked).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 3600 } })
  const acts = await t.owner
    .selectFrom('audit_events')
    .select(['company_id', 'subject'])
    .where('action', '=', 'auth.locked')
    .execute()
  expect(acts).toEqual([{ company_id: ours.companyId, subject: ours.user.email }])

  const present = ours
  ours = await aCompany(t)
  const theirs = aSubject()
  await send(theirs)
  expect(await outcome(attempt(theirs, (await newest()).code))).toBe('ok')
  ours = present

  pass(60 * minutes)
  await send(subject)
  expect(await outcome(attempt(subject, (await newest()).code))).toBe('ok')
})

test('wrong codes spread over more than an hour lock nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const subject = aSubject()
    await send(subject)
    const { code } = await newest()
    for (let i = 0; i < 4; i++) await outcome(attempt(subject, wrongFor(code)))
    expect(await outcome(attempt(subject, code))).toBe('ok')
    pass(10 * minutes)
  }
})

test('a hundred wrong codes in a row block the user until a new password is set', async () => {
  for (let round = 0; round < 20; round++) {
    const subject = aSubject()
    await send(subject)
    const wrong = wrongFor((await newest()).code)
    for (let i = 0; i < 5; i++) await outcome(attempt(subject, wrong))
    pass(15 * minutes)
  }
  pass(24 * hours)
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  expect(await outcome(attempt(subject, code))).toBe('SIGN_IN_BLOCKED')
  await t.db.transaction().execute((trx) => forgetRow(trx, t.macKey, subject))
  expect(await outcome(attempt(subject, code))).toBe('ok')
})

test('codes for money follow a change of channel a day later, sign-in’s at once', async () => {
  const change = (phone: string, via: 'EMAIL' | 'SMS') =>
    t.db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .selectAll()
        .where('id', '=', ours.user._id)
        .executeTakeFirstOrThrow()
      const owner = { companyId: ours.companyId, userId: user.id }
      await keepFormerChannel(trx, t.macKey, owner, channelOf(user, true), now)
      const changes = { phone, two_factor_enabled: true, two_factor_via: via }
      await updateUser(trx, t.macKey, owner, changes)
    })
  const sentBy = async (purpose: Purpose) => (await send(aSubject(purpose))).sentTo
  const mail = maskRecipient({ via: 'EMAIL', to: ours.form.email })

  await change('+50370001111', 'SMS')
  expect(await sentBy('payment')).toBe(mail)
  expect(await sentBy('sign-in')).toBe('+503••••1111')
  pass(12 * hours)
  await change('+50370002222', 'SMS')
  expect(await sentBy('withdrawal')).toBe(mail)
  pass(12 * hours + seconds)
  expect(await sentBy('withdrawal')).toBe('+503••••1111')
  pass(12 * hours)
  expect(await sentBy('step-up:FACTORS')).toBe('+503••••2222')
})

test('a code that went elsewhere by a change in the database releases nothing', async () => {
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  await t.db
    .updateTable('verification_codes')
    .set({ recipient: 'thief@example.com' })
    .where('subject_id', '=', subject.subjectId)
    .execute()
  expect(await outcome(attempt(subject, code))).toBe('WRONG_CODE')
})

test('a code that is used confirms the channel it came by, if it is the present one', async () => {
  const verified = async () => {
    const row = await t.owner
      .selectFrom('users')
      .select(['email_verified_at', 'phone_verified_at'])
      .where('id', '=', ours.user._id)
      .executeTakeFirstOrThrow()
    return [row.email_verified_at, row.phone_verified_at]
  }
  const subject = aSubject()
  await send(subject)
  const right = await attempt(subject, (await newest()).code)
  expect(await verified()).toEqual([null, null])
  const elsewhere = { ...right, channel: { via: 'EMAIL' as const, to: 'other@izalco.sv' } }
  await t.db.transaction().execute(async (trx) => {
    await confirmChannel(trx, t, elsewhere, elsewhere.channel, now)
  })
  expect(await verified()).toEqual([null, null])
  await spend(right)
  expect(await verified()).toEqual([now, null])
})

test('where text messages can’t be sent codes go by mail', async () => {
  const owner = { companyId: ours.companyId, userId: ours.user._id }
  const byText = {
    phone: '+50370001111',
    two_factor_enabled: true,
    two_factor_via: 'SMS',
  } as const
  await t.db.transaction().execute((trx) => updateUser(trx, t.macKey, owner, byText))
  const deps = { ...key(), smsConfigured: false }
  for (const purpose of ['sign-in', 'payment'] as const) {
    expect((await send(aSubject(purpose), deps)).via).toBe('EMAIL')
  }
})

test('the database holds no code outside its message, and a guessing attack finds none', async () => {
  const subject = aSubject()
  await send(subject)
  const { code } = await newest()
  const rows = await t.owner.selectFrom('verification_codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
  const elsewhere = { ...key(), macKey: createSecretKey(Buffer.alloc(32, 8)) }
  // Under another key the count of wrong codes is not the program's.
  const tried = tryCode(t.db, elsewhere, { ...subject, code }, now)
  expect(await outcome(tried)).toBe('ACCOUNT_TAMPERED')
})

test.each([
  ['+50370001234', '+503••••1234'],
  ['+1234', '••••34'],
])('of the phone %s a person reads %s', (to, text) => {
  expect(maskRecipient({ via: 'SMS', to })).toBe(text)
})
