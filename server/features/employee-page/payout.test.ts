import { expect, test } from 'vitest'
import { employeeMe, payoutCodeAnswer } from '#contract/employee-page.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { tellFormerContacts } from '#server/features/notifications/index.ts'
import { codeSentTo, messagesTo, testMacKey } from '#server/testing/codes.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  faultsOf,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const days = 24 * 3_600_000
let people = 0

/**
 * A person who was added this many days ago and paid today, by a company that holds changed addresses for 48 hours.
 */
async function paidPerson(changes: object = {}, { olderDays = 3 } = {}) {
  const ours = await aCompany(t)
  await aMember(t, ours, 'PAYROLL')
  people += 1
  const who = { email: `rosa${people}@izalco.sv`, phone: `+5037100${1000 + people}`, ...changes }
  t.wait(-olderDays * days)
  const rosa = await anEmployee(ours, who)
  t.wait(olderDays * days)
  const payroll = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${rosa._id}`)
  await makePaidRun(ours, payroll._id)
  const page = await anEmployeeSession(t, { email: who.email })
  const holds = async () => {
    const all = await readHolds(t.db, testMacKey, ours.companyId, t.now())
    return all.filter(({ row }) => row.employee_id === rosa._id)
  }
  const put = (body: object) =>
    page.call('PUT', '/payout', { bitcoinPercent: 100, cryptoAddress: rosa.cryptoAddress, ...body })
  const code = async () => {
    expectAccepted(payoutCodeAnswer, await page.call('POST', '/payout/code'))
    return codeSentTo(t.db, who.phone)
  }
  return { ours, rosa, who, ...page, holds, put, code }
}

test('a code over the other channel → the new address counts at once', async () => {
  const { put, code, holds, rosa, ours, call } = await paidPerson()
  const cryptoAddress = anAddress()
  expectRefusal(await put({ cryptoAddress }), 401, 'CODE_REQUIRED')
  const me = expectAccepted(employeeMe, await put({ cryptoAddress, code: await code() }))
  expect(me).toMatchObject({ cryptoAddress, addressHeldUntil: null })
  expect(await holds()).toEqual([])
  const shown = await ours.call('GET', `/companies/employees/${rosa._id}`)
  expect(shown.body.data).toMatchObject({ cryptoAddress })
  expect(shown.body.data).not.toHaveProperty('addressHold')
  expect((await call('GET', '/me')).body.data.cryptoAddress).toBe(cryptoAddress)
})

test('a code confirms the address that somebody of the company changed', async () => {
  const { put, code, holds, ours, rosa } = await paidPerson()
  const { cryptoAddress } = await editEmployee(ours, rosa._id, { cryptoAddress: anAddress() })
  expect(await holds()).toHaveLength(1)
  expectAccepted(employeeMe, await put({ cryptoAddress, code: await code() }))
  expect(await holds()).toEqual([])
})

test('one channel alone → the address waits, and every contact hears of it', async () => {
  const { put, holds, who } = await paidPerson({ phone: '' })
  const cryptoAddress = anAddress()
  expectRefusal(await put({ cryptoAddress, code: '123456' }), 401, 'WRONG_CODE')
  const me = expectAccepted(employeeMe, await put({ cryptoAddress }))
  expect(me.addressHeldUntil).not.toBeNull()
  expect(await holds()).toHaveLength(1)
  await tellFormerContacts(t.worker, { macKey: testMacKey, config: t.config, sms: true })
  const sent = (await messagesTo(t.db, who.email)).at(-1)
  expect(sent?.template).toBe('ownAddressChanged')
  const [, token] = /direccion#t=([\w-]{43})/.exec(sent?.text ?? '') ?? []
  await t.call('POST', `/address-reports/${token}`)
  expect(await holds()).toMatchObject([{ until: null }])
})

test('an administrator alone has set nothing → one channel alone waits for two days', async () => {
  const ours = await aCompany(t)
  people += 1
  const rosa = await anEmployee(ours, { email: `sola${people}@izalco.sv`, phone: '' })
  const page = await anEmployeeSession(t, { email: rosa.email })
  const put = (cryptoAddress: string) =>
    page.call('PUT', '/payout', { bitcoinPercent: 100, cryptoAddress })
  const me = expectAccepted(employeeMe, await put(anAddress()))
  expect(me).toMatchObject({ holdHours: 48, addressHeldUntil: expect.any(String) })
})

test('the other channel is new → with its code the address waits all the same', async () => {
  const { put, code, holds, ours, rosa, who } = await paidPerson({ phone: '' })
  await editEmployee(ours, rosa._id, { email: who.email, phone: '+50379990000' })
  who.phone = '+50379990000'
  const me = expectAccepted(
    employeeMe,
    await put({ cryptoAddress: anAddress(), code: await code() }),
  )
  expect(me.addressHeldUntil).not.toBeNull()
  expect(await holds()).toHaveLength(1)
})

test('somebody was added today → no channel of theirs has stood for two days', async () => {
  const { put, code, holds } = await paidPerson({}, { olderDays: 0 })
  expectAccepted(employeeMe, await put({ cryptoAddress: anAddress(), code: await code() }))
  expect(await holds()).toHaveLength(1)
})

test('an address that was reported stays held, whatever code is given', async () => {
  const { put, code, holds, ours, rosa, who } = await paidPerson()
  const { cryptoAddress } = await editEmployee(ours, rosa._id, {
    cryptoAddress: anAddress(),
    email: who.email,
    phone: who.phone,
  })
  await tellFormerContacts(t.worker, { macKey: testMacKey, config: t.config, sms: true })
  const text = (await messagesTo(t.db, who.email)).at(-1)?.text ?? ''
  await t.call('POST', `/address-reports/${/direccion#t=([\w-]{43})/.exec(text)?.[1]}`)
  const me = expectAccepted(employeeMe, await put({ cryptoAddress, code: await code() }))
  expect(me.addressReported).toBe(true)
  expect(await holds()).toMatchObject([{ until: null }])
})

test('a code is wrong, used, of another session or tried five times → nothing changes', async () => {
  const { put, code, rosa, who, call } = await paidPerson()
  const right = await code()
  const wrong = right === '000000' ? '000001' : '000000'
  const cryptoAddress = anAddress()
  expectRefusal(await put({ cryptoAddress, code: wrong }), 401, 'WRONG_CODE')
  const second = await anEmployeeSession(t, { email: who.email })
  const body = { bitcoinPercent: 100, cryptoAddress, code: right }
  expectRefusal(await second.call('PUT', '/payout', body), 401, 'WRONG_CODE')
  expectRefusal(await call('POST', '/payout/code'), 429, 'RATE_LIMITED')
  expectAccepted(employeeMe, await put({ cryptoAddress, code: right }))
  expectRefusal(await put({ cryptoAddress: anAddress(), code: right }), 401, 'WRONG_CODE')
  t.wait(60_000)
  const next = await code()
  const bad = next === '000000' ? '000001' : '000000'
  for (let tries = 5; tries > 0; tries--) {
    const { data } = expectRefusal(await put({ code: bad }), 401, 'WRONG_CODE')
    expect(data).toEqual({ triesLeft: tries - 1 })
  }
  expectRefusal(await put({ code: next }), 401, 'WRONG_CODE')
  expect((await call('GET', '/me')).body.data.cryptoAddress).toBe(cryptoAddress)
  expect(rosa.cryptoAddress).not.toBe(cryptoAddress)
})

test('a code whose channel was changed meanwhile → 401', async () => {
  const { put, code, ours, rosa, who } = await paidPerson()
  const right = await code()
  await editEmployee(ours, rosa._id, { email: who.email, phone: '+50379991111' })
  expectRefusal(await put({ cryptoAddress: anAddress(), code: right }), 401, 'WRONG_CODE')
})

test('addresses of another network, the wallet, a colleague; a share of 101 → 400', async () => {
  const { put, code, ours, call } = await paidPerson()
  const colleague = await anEmployee(ours, { identification: '99999999-9', email: 'x@izalco.sv' })
  const wallet = await aPayroll(ours)
  const mainnet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  for (const cryptoAddress of [mainnet, wallet.cryptoAddress, colleague.cryptoAddress, '', 'x']) {
    expect(faultsOf(await put({ cryptoAddress })), cryptoAddress).toHaveProperty('cryptoAddress')
  }
  for (const bitcoinPercent of [101, -1, 0.5, '50', null]) {
    expect(faultsOf(await put({ bitcoinPercent }))).toHaveProperty('bitcoinPercent')
  }
  const before = (await call('GET', '/me')).body.data
  expect(before.bitcoinPercent).toBe(100)
  expect(await code()).toMatch(/^\d{6}$/)
})

test('a share alone: both channels hear of it; where the company sets it → 409', async () => {
  const { put, code, ours, who, rosa } = await paidPerson()
  const { body } = await ours.call('GET', '/companies/company')
  if (body.data.shareSetBy === 'COMPANY') {
    await ours.call('PUT', '/companies', { shareSetBy: 'EMPLOYEE' })
  }
  const me = expectAccepted(employeeMe, await put({ bitcoinPercent: 30, code: await code() }))
  expect(me).toMatchObject({ bitcoinPercent: 30, cryptoAddress: rosa.cryptoAddress })
  for (const contact of [who.email, who.phone]) {
    expect((await messagesTo(t.db, contact)).at(-1)?.template).toBe('ownShareChanged')
  }
  await ours.call('PUT', '/companies', { shareSetBy: 'COMPANY' })
  expectRefusal(await put({ bitcoinPercent: 40 }), 409, 'SHARE_SET_BY_COMPANY')
})
