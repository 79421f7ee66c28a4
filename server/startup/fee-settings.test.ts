import { expect, test } from 'vitest'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { findSettingFaults } from '#server/testing/main-settings.ts'
import { readConfig } from './config.ts'
import { feeSettingsOf } from './fee-settings.ts'

test('without settings the ceilings of fees are the defaults', () => {
  expect(readConfig({}).feeCeilings).toEqual(defaultFeeCeilings)
})

const others = {
  MAX_FEE_PERCENT: '2',
  MAX_FEE_USD: '0',
  MAX_FEE_BTC: '0.01000000',
  MAX_FEE_WITHDRAW_ALL_PERCENT: '30',
  MAX_FEE_RATE: '120',
}

test('each ceiling has its setting, and is handed on to the signer as it was set', () => {
  const { feeCeilings } = readConfig(others)
  expect(feeCeilings).toEqual({
    percent: 2,
    usdCents: 0n,
    sats: 1_000_000n,
    withdrawAllPercent: 30,
    feeRateSatsPerKvb: 120_000n,
  })
  expect(feeSettingsOf(feeCeilings)).toEqual(others)
})

test('a ceiling out of its bounds, or no number, stops the start and says the bounds', () => {
  const rate = 'MAX_FEE_RATE: must be whole sat/vB from 10 to 1000.'
  const btc = 'MAX_FEE_BTC: must be bitcoin from 0.00010000 to 1.00000000.'
  const wrong: [keyof typeof others, string[], string][] = [
    ['MAX_FEE_PERCENT', ['0', '51', '2.5', 'five'], 'must be a whole percentage from 1 to 50.'],
    ['MAX_FEE_USD', ['-1', '1001', '0.5'], 'must be whole dollars from 0 to 1000.'],
    ['MAX_FEE_WITHDRAW_ALL_PERCENT', ['0', '91'], 'must be a whole percentage from 1 to 90.'],
  ]
  for (const [name, values, message] of wrong) {
    for (const value of values)
      expect(findSettingFaults({ [name]: value })).toEqual([`${name}: ${message}`])
  }
  for (const value of ['9', '1001', 'NaN'])
    expect(findSettingFaults({ MAX_FEE_RATE: value })).toEqual([rate])
  for (const value of ['0.00009999', '1.1', '1e-3', '0,3', '-0.1']) {
    expect(findSettingFaults({ MAX_FEE_BTC: value })).toEqual([btc])
  }
})
