import { expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { satsFromCents } from '#domain/money.ts'
import { macOf } from '#server/authorization/mac.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { lineFault } from './payment-outputs.ts'

const address = anAddress()
const parsed = parseBtcAddress(address, 'regtest')
if (!parsed.ok) throw new Error('a fresh address is valid')
const script = Buffer.from(parsed.script)
const rateUsdCentsPerBtc = 9_100_000n
const plan = { companyId: 'company', paymentId: 'payment', rateUsdCentsPerBtc }

type Rows = { dollarsUsdCents?: bigint; baseUsdCents?: bigint; percent?: number }

/** A line of a salary of $500.00 whose row says that 30 % of it are in bitcoin. */
function faultOfPaying(
  usdCents: bigint,
  { dollarsUsdCents = 50_000n - usdCents, baseUsdCents = 50_000n, percent = 30 }: Rows,
) {
  const terms = payTerms({
    id: 'ana',
    company_id: 'company',
    address,
    base_salary_usd_cents: 50_000n,
    bitcoin_percent: 30,
  })
  const line = {
    companyId: 'company',
    employeeId: 'ana',
    address,
    bank: '',
    bankAccount: '',
    payFrequency: null,
    version: 1,
    id: 'line',
    paymentId: 'payment',
    usdCents,
    dollarsUsdCents,
    isOutput: true,
    baseUsdCents,
    isSpecial: false,
    bitcoinPercent: percent,
    mac: macOf(testMacKey, 'employees', terms),
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

test('payouts that are together more or less than the salary → nothing is signed', () => {
  const refused = { code: 'LINE_NOT_THE_SALARY', lineId: 'line' }
  expect(faultOfPaying(30_000n, { dollarsUsdCents: 70_000n })).toEqual(refused)
  expect(faultOfPaying(15_000n, { dollarsUsdCents: 35_001n })).toEqual(refused)
  expect(faultOfPaying(15_000n, { dollarsUsdCents: 0n })).toEqual(refused)
})

test('another share or salary than the employee’s own → the MAC does not hold', () => {
  const refused = { code: 'LINE_MAC_WRONG', lineId: 'line' }
  expect(faultOfPaying(50_000n, { percent: 100 })).toEqual(refused)
  const twice = { dollarsUsdCents: 70_000n, baseUsdCents: 100_000n }
  expect(faultOfPaying(30_000n, twice)).toEqual(refused)
})
