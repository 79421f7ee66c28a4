import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { session } from '#contract/auth.ts'
import { attemptPassword, sweepGuessCounts, takeGuess } from '#server/authorization/guess-counts.ts'
import { testConfig } from '#server/testing/app.ts'
import {
  aCompany,
  aPayroll,
  aSignUp,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { confirmEmail } from '#server/testing/step-up.ts'
import { Passwords } from '../security/passwords.ts'
import { takeInBatches } from './rate-batches.ts'
import { customerNetworkOf, limits, networkOf, take } from './rate-limits.ts'
import { Refusal } from './refusal.ts'

const t = await appForFile({
  config: {
    ...testConfig,
    sandbox: false,
    publicUrl: 'https://quincena.example',
    trustProxy: 'loopback',
    smtp: null,
  },
})

const seconds = 1_000
const minutes = 60 * seconds

let networks = 0
/** Somebody at an address of his own: the proxy says so. */
const somewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })
const signIn = (email: string, password: string, headers = somewhere()) =>
  t.call('POST', '/auth/sign-in', { body: { email, password }, headers })
const waitOf = (answer: { headers: Record<string, unknown> }) =>
  Number(answer.headers['retry-after'])
const company = async () => {
  t.wait(61 * minutes)
  return aCompany(t)
}

test('six wrong passwords from one network → longer and longer waits, never for good', async () => {
  const { form } = await company()
  const here = somewhere()
  const guess = (email = form.email) => signIn(email, 'Wrong#1', here)
  for (let i = 0; i < 6; i++) expectRefusal(await guess(), 401, 'WRONG_CREDENTIALS')
  const waits: number[] = []
  for (let i = 0; i < 10; i++) {
    const answer = await guess(form.email.toUpperCase())
    expectRefusal(answer, 429, 'RATE_LIMITED')
    waits.push(waitOf(answer))
    t.wait(waitOf(answer) * seconds)
    expectRefusal(await guess(), 401, 'WRONG_CREDENTIALS')
  }
  // Seconds of a wait may have passed already where the machine is busy.
  const expected = [5, 10, 20, 40, 80, 160, 300, 300, 300, 300]
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(expected[index] ?? 0)
    expect(wait).toBeGreaterThan((expected[index - 1] ?? 0) * (index > 6 ? 0.9 : 1))
  }
  expectRefusal(await signIn(form.email, form.password, here), 429, 'RATE_LIMITED')
  t.wait(5 * minutes)
  expectAccepted(session, await signIn(form.email, form.password, here))
  // The right password is a new beginning for the count.
  expectRefusal(await guess(), 401, 'WRONG_CREDENTIALS')
})

test('a quarter of an hour without a failure is a new beginning too', async () => {
  const { form } = await company()
  const here = somewhere()
  for (let i = 0; i < 6; i++) await signIn(form.email, 'Wrong#1', here)
  t.wait(15 * minutes)
  for (let i = 0; i < 6; i++) {
    expectRefusal(await signIn(form.email, 'Wrong#1', here), 401, 'WRONG_CREDENTIALS')
  }
})

test('what could not be looked at was no wrong password', async () => {
  const { form, token } = await company()
  const matches = vi.spyOn(Passwords.prototype, 'matches')
  matches.mockImplementation(() => Promise.reject(new Refusal('BUSY')))
  const body = { password: form.password, newPassword: 'Ilopango#27' }
  const change = () => t.call('PATCH', '/users/password', { token, body })
  const here = somewhere()
  for (let i = 0; i < 6; i++) {
    expectRefusal(await signIn(form.email, form.password, here), 503, 'BUSY')
    expectRefusal(await change(), 503, 'BUSY')
  }
  matches.mockRestore()
  for (let i = 0; i < 5; i++) {
    expectRefusal(await signIn(form.email, 'Wrong#1', here), 401, 'WRONG_CREDENTIALS')
  }
  expect((await change()).status).toBe(200)
  expectAccepted(session, await signIn(form.email, body.newPassword, here))
})

test('an e-mail that nobody has waits like any other', async () => {
  t.wait(61 * minutes)
  const answers = []
  const here = somewhere()
  for (let i = 0; i < 8; i++) {
    answers.push((await signIn('nobody@izalco.sv', 'Wrong#1', here)).status)
  }
  expect(answers).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
})

test('nobody who writes to the database begins the count of wrong passwords once more', async () => {
  const { form } = await company()
  const here = somewhere()
  const guess = () => signIn(form.email, 'Wrong#1', here)
  for (let i = 0; i < 6; i++) expectRefusal(await guess(), 401, 'WRONG_CREDENTIALS')
  await sql`CREATE TABLE former AS SELECT * FROM guess_counts`.execute(t.owner)
  expectRefusal(await guess(), 429, 'RATE_LIMITED')
  t.wait(5 * seconds)
  expectRefusal(await guess(), 401, 'WRONG_CREDENTIALS')
  const former = (
    await sql<{ key: string; mac: Buffer; version: number }>`SELECT key, mac, version FROM former
    WHERE key LIKE ${`password ${form.email}%`}`.execute(t.owner)
  ).rows[0]
  const ofAccount = sql`key = ${former?.key}`
  for (const role of [t.db, t.worker]) {
    for (const forgery of [
      sql`DELETE FROM guess_counts`,
      sql`UPDATE guess_counts SET key = 'away' WHERE ${ofAccount}`,
      sql`UPDATE guess_counts SET touched_at = '2020-01-01' WHERE ${ofAccount}`,
      sql`UPDATE guess_counts SET born_at = now() WHERE ${ofAccount}`,
    ]) {
      await expect(forgery.execute(role)).rejects.toThrow('permission denied')
    }
    const back = sql`UPDATE guess_counts SET count = 6, mac = ${former?.mac}, version = ${former?.version}
      WHERE ${ofAccount}`
    await expect(back.execute(role)).rejects.toThrow('a former row of guess_counts')
  }
  await sql`DROP TABLE former`.execute(t.owner)
  await sql`UPDATE guess_counts SET count = 0, version = version + 1 WHERE ${ofAccount}`.execute(
    t.db,
  )
  await sweepGuessCounts(t.db)
  t.wait(10 * seconds)
  const tampered = await guess()
  expectRefusal(tampered, 429, 'RATE_LIMITED')
  expect(waitOf(tampered)).toBeGreaterThan(200)
  expect(JSON.stringify(t.logged())).toContain('a count of wrong guesses was changed')
  t.wait(5 * minutes)
  expectAccepted(session, await signIn(form.email, form.password, here))
})

test('forty guesses at once at one account from one network are six', async () => {
  const { form } = await company()
  const here = somewhere()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => signIn(form.email, 'Wrong#1', here)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(6)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(34)
})

test('a guess that began before one counted earlier waits for nothing yet', async () => {
  const at = (ms: number) => ({
    ...t,
    config: { sandbox: false },
    clock: { now: () => new Date(ms) },
  })
  const now = Date.now()
  expect(await attemptPassword(at(now), 'raced', async () => false)).toBe(false)
  expect(await attemptPassword(at(now - 1), 'raced', async () => false)).toBe(false)
})

test('twenty wrong passwords an hour from one address are the limit, right ones free', async () => {
  const { form } = await company()
  const here = somewhere()
  for (let i = 0; i < 20; i++) {
    expectAccepted(session, await signIn(form.email, form.password, here))
    expectRefusal(await signIn(`nobody${i}@izalco.sv`, 'Wrong#1', here), 401, 'WRONG_CREDENTIALS')
  }
  expectRefusal(await signIn(form.email, form.password, here), 429, 'RATE_LIMITED')
  expectAccepted(session, await signIn(form.email, form.password))
  t.wait(60 * minutes)
  expectAccepted(session, await signIn(form.email, form.password, here))
})

test('ten sign-ups an hour from one address, four links an hour for one e-mail', async () => {
  t.wait(61 * minutes)
  const headers = somewhere()
  const signUp = () => t.call('POST', '/auth/sign-up', { body: aSignUp(), headers })
  for (let i = 0; i < 10; i++) expectAccepted(session, await signUp(), 201)
  expectRefusal(await signUp(), 429, 'RATE_LIMITED')
  const ask = (email: string) =>
    t.call('POST', '/users/reset-password', { body: { email }, headers: somewhere() })
  for (let i = 0; i < 4; i++) expect((await ask('nobody@izalco.sv')).status).toBe(200)
  expectRefusal(await ask('NOBODY@izalco.sv'), 429, 'RATE_LIMITED')
  expect((await ask('somebody@izalco.sv')).status).toBe(200)
})

test('ten sign-ups an hour from the networks of one customer of a provider', async () => {
  t.wait(61 * minutes)
  const signUp = (network: number) =>
    t.call('POST', '/auth/sign-up', {
      body: aSignUp(),
      headers: { 'x-forwarded-for': `2001:db8:0:${(0xab00 + network).toString(16)}::1` },
    })
  for (let i = 0; i < 10; i++) expectAccepted(session, await signUp(i), 201)
  expectRefusal(await signUp(10), 429, 'RATE_LIMITED')
  expectAccepted(session, await signUp(0x100), 201)
})

test('sixteen links an hour from one address, whatever e-mails are named', async () => {
  t.wait(61 * minutes)
  const headers = somewhere()
  const ask = (n: number, from = headers) =>
    t.call('POST', '/users/reset-password', { body: { email: `n${n}@izalco.sv` }, headers: from })
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => ask(n)))
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
  expectRefusal(await ask(16), 429, 'RATE_LIMITED')
  expect((await ask(16, somewhere())).status).toBe(200)
})

test('a payroll takes six payment requests a minute; an unknown one is not found', async () => {
  const ours = await company()
  await confirmEmail(ours)
  const { _id } = await aPayroll(ours)
  const other = await aPayroll(ours)
  const pay = (id: string) => ours.call('POST', `/companies/payrolls/${id}/run-payment`, {})
  for (let i = 0; i < 6; i++) expectRefusal(await pay(_id), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
  const answer = await pay(_id)
  expectRefusal(answer, 429, 'RATE_LIMITED')
  expect(waitOf(answer)).toBeGreaterThan(0)
  expectRefusal(await pay(other._id), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
  for (let i = 0; i < 8; i++) {
    expectRefusal(await pay('019aa000-0000-7000-8000-0000000000ff'), 404, 'NOT_FOUND')
  }
  t.wait(60 * seconds)
  expectRefusal(await pay(_id), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
})

test('a user writes 300 times a minute and reads 1,200 times, after all other refusals', async () => {
  const ours = await company()
  const fill = (limit: (typeof limits)['reads' | 'writes'], count: number) =>
    t.db
      .updateTable('rate_limits')
      .set({ count })
      .where('key', '=', `${limit.name} ${ours.user._id}`)
      .execute()
  const read = () => ours.call('GET', '/companies/company')
  const write = (name: string) => ours.call('PUT', '/companies', { name })
  expect([(await read()).status, (await write('Izalco')).status]).toEqual([200, 200])
  // Our process has counted 20 reads ahead, others of the same installation 1,160.
  await fill(limits.reads, 1_180)
  await fill(limits.writes, 299)
  for (let i = 1; i < 40; i++) expect((await read()).status).toBe(200)
  expect((await write('Izalco')).status).toBe(200)
  expectRefusal(await read(), 429, 'RATE_LIMITED')
  expectRefusal(await write('Izalco'), 429, 'RATE_LIMITED')
  expectRefusal(await write('x'), 400, 'VALIDATION')
  const other = await aCompany(t, { email: `other${Math.random()}@izalco.sv` })
  expect((await other.call('GET', '/companies/company')).status).toBe(200)
  t.wait(60 * seconds)
  expect((await read()).status).toBe(200)
})

test('counts are exact for any number at once, and returned ones can be taken again', async () => {
  const deps = {
    ...t,
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    config: { sandbox: false } as never,
  }
  const guesses = async () => {
    const all = Array.from({ length: 60 }, () => takeGuess(deps, limits.mfa, 'here'))
    const outcomes = await Promise.allSettled(all)
    return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }
  const taken = await guesses()
  expect(taken).toHaveLength(30)
  await Promise.all(taken.slice(0, 4).map((forgive) => forgive()))
  expect(await guesses()).toHaveLength(4)
})

test('reads are counted in batches, never above the limit, in several processes too', async () => {
  let now = new Date('2026-11-21T12:00:00Z')
  const deps = { db: t.db, clock: { now: () => now }, config: { sandbox: false } as never }
  const aProcess = () => takeInBatches(deps, limits.reads, 20)
  const passed = async (asks: Promise<void>[]) =>
    (await Promise.allSettled(asks)).filter(({ status }) => status === 'fulfilled').length
  const alone = aProcess()
  const times = Array.from({ length: 1_300 })
  expect(await passed(times.map(() => alone('somebody')))).toBe(1_200)
  await expect(alone('somebody')).rejects.toThrow('RATE_LIMITED')
  await alone('somebody else')
  const three = [aProcess(), aProcess(), aProcess()]
  const together = await passed(times.map((_, n) => (three[n % 3] ?? alone)('a third')))
  expect(together).toBeLessThanOrEqual(1_200)
  expect(together).toBeGreaterThan(1_200 - 3 * 40)
  now = new Date(now.getTime() + 60 * seconds)
  expect(await passed(times.map(() => alone('somebody')))).toBe(1_200)
})

test('in the sandbox requests have a thousand times as many', async () => {
  const deps = {
    db: t.db,
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    config: { sandbox: true } as never,
  }
  for (let i = 0; i < 50; i++) await take(deps, limits.reset, 'much')
  await t.db
    .updateTable('rate_limits')
    .set({ count: 4_000 })
    .where('key', '=', 'reset much')
    .execute()
  await expect(take(deps, limits.reset, 'much')).rejects.toThrow('RATE_LIMITED')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['2001:db8::192.0.2.1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s asks from %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2fff:3:4:5:6', '2001:db8:1:2f00'],
  ['2001:db8:1:ff::9', '2001:db8:1:0'],
])('%s is of the customer %s', (ip, network) => {
  expect(customerNetworkOf(ip)).toBe(network)
})
