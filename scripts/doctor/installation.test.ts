import { expect, test } from 'vitest'
import { readConfig } from '#server/startup/config.ts'
import { examineInstallation } from './installation.ts'

const examined = (settings: Record<string, string>) =>
  examineInstallation(readConfig({ SANDBOX: 'off', ...settings })).map(
    ({ level, says }) => `${level}: ${says}`,
  )

test('links to the reader’s own machine, and passwords in clear text, are wrong', () => {
  expect(examined({ ROLES: 'worker' })).toEqual([
    expect.stringMatching(/^wrong: PUBLIC_URL is http:\/\/localhost:3000: links in mails/),
  ])
  expect(examined({ ROLES: 'api', PUBLIC_URL: 'http://nominas.example' })).toEqual([
    expect.stringMatching(/^wrong: .*without https/),
  ])
})

test('an api behind TLS has to know whose word of the asker to take', () => {
  const behind = { ROLES: 'api', PUBLIC_URL: 'https://nominas.example' }
  expect(examined(behind)).toContainEqual(expect.stringMatching(/^wrong: TRUST_PROXY is not set/))
  expect(examined({ ...behind, TRUST_PROXY: 'loopback' })).toEqual([
    'fine: Links in mails lead to https://nominas.example.',
  ])
  expect(examined({ ...behind, ROLES: 'worker' })).toEqual([expect.stringMatching(/^fine/)])
})

test('a signer without caps is said, and play money needs none of it', () => {
  const signer = { ROLES: 'signer', SIGNER_MAX_USD_PER_DAY: '9000' }
  expect(examined(signer)).toEqual([
    expect.stringMatching(/^note: SIGNER_MAX_USD_PER_PAYMENT is not set/),
  ])
  expect(examined({ ...signer, SIGNER_MAX_USD_PER_PAYMENT: '5000' })).toEqual([])
  expect(examined({ SANDBOX: 'on' })).toEqual([])
})

test('anybody may sign up and no cap counts all companies together → a note', () => {
  const caps = { SIGNER_MAX_USD_PER_DAY: '9000', SIGNER_MAX_USD_PER_PAYMENT: '5000' }
  const open = { ROLES: 'signer', SIGN_UP: 'open', ...caps }
  expect(examined(open)).toEqual([expect.stringMatching(/^note: SIGN_UP is open and SIGNER_MAX/)])
  expect(examined({ ...open, SIGNER_MAX_USD_PER_DAY_ALL: '20000' })).toEqual([])
  expect(examined({ ...open, SIGN_UP: 'first' })).toEqual([])
})

test('ceilings of fees that differ from the defaults are named', () => {
  const signer = {
    ROLES: 'signer',
    SIGNER_MAX_USD_PER_DAY: '9000',
    SIGNER_MAX_USD_PER_PAYMENT: '1',
  }
  expect(examined({ ...signer, MAX_FEE_PERCENT: '5', MAX_FEE_BTC: '0.3' })).toEqual([])
  expect(examined({ ...signer, MAX_FEE_BTC: '0.01', MAX_FEE_RATE: '120' })).toEqual([
    'note: Ceilings of fees: MAX_FEE_BTC is 0.01000000 instead of 0.30000000, MAX_FEE_RATE is 120 instead of 300. Api, worker and signer need the same ones.',
  ])
  expect(examined({ SANDBOX: 'on', MAX_FEE_USD: '9' })).toHaveLength(1)
})
