import { expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { satsFromCents } from '#domain/money.ts'
import { employeeMac } from '#server/authorization/employee-mac.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { lineFault } from './payment-outputs.ts'

const address = anAddress()
const parsed = parseBtcAddress(address, 'regtest')
if (!parsed.ok) throw new Error('a fresh address is valid')
const script = Buffer.from(parsed.script)
const rateUsdCentsPerBtc = 9_100_000n
const plan = { companyId: 'company', paymentId: 'payment', rateUsdCentsPerBtc }

/** A line of a salary of $500.00 whose row says that 30 % of it are in bitcoin. */
function faultOfPaying(usdCents: bigint, { dollarsUsdCents = 50_000n - usdCents, percent = 30 }) {
  const terms = { companyId: 'company', employeeId: 'ana', address, version: 1 }
  const money = { baseSalaryUsdCents: 50_000n, bitcoinPercent: 30 }
  const line = {
    ...terms,
    id: 'line',
    paymentId: 'payment',
    usdCents,
    dollarsUsdCents,
    isOutput: true,
    salaryUsdCents: null,
    special: null,
    bitcoinPercent: percent,
    mac: employeeMac(testMacKey, { ...terms, ...money }),
  }
  const sats = satsFromCents(usdCents, rateUsdCentsPerBtc)
  return lineFault(line, { script, sats }, plan, 'regtest', testMacKey)
}

test('30 % of a salary → its cents are signed, and no cent more or less', () => {
  expect(faultOfPaying(15_000n, {})).toBeNull()
  const refused = { code: 'LINE_NOT_THE_SALARY', lineId: 'line' }
  expect(faultOfPaying(15_001n, {})).toEqual(refused)
  expect(faultOfPaying(14_999n, {})).toEqual(refused)
  expect(faultOfPaying(50_000n, {})).toEqual(refused)
})

test('another share or salary than the employee’s own → the MAC does not hold', () => {
  const refused = { code: 'LINE_MAC_WRONG', lineId: 'line' }
  expect(faultOfPaying(50_000n, { percent: 100 })).toEqual(refused)
  expect(faultOfPaying(30_000n, { dollarsUsdCents: 70_000n })).toEqual(refused)
})
