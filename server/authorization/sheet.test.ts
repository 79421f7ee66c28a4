import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  approvalChallenge,
  changeSha256,
  type Sheet,
  sheetSha256,
  sheetSha256InTurns,
} from './sheet.ts'

const ana = { employeeId: randomUUID(), script: randomBytes(22), usdCents: 80_000n }
const luis = { employeeId: randomUUID(), script: randomBytes(22), usdCents: 65_000n }
const sheet: Sheet = {
  pays: {
    companyId: randomUUID(),
    payrollId: randomUUID(),
    kind: 'REGULAR',
    periodKey: '2026-11-Q2',
    extra: false,
  },
  changers: [randomUUID()],
  lines: [ana, luis],
  dollars: [],
  withdrawals: [],
  feeCeilingUsdCents: 1_240n,
  held: { [ana.employeeId]: 'previous' },
  changesSha256: randomBytes(32),
}
const hashOf = (change: Partial<Sheet>) => sheetSha256({ ...sheet, ...change }).toString('hex')

test('rows in another order, or twice, and ids in capitals → the same hash', async () => {
  const twice = [luis, ana, luis]
  expect(hashOf({ lines: twice })).toBe(hashOf({}))
  const capitals = [{ ...ana, employeeId: ana.employeeId.toUpperCase() }, luis]
  expect(hashOf({ lines: capitals })).toBe(hashOf({}))
  expect((await sheetSha256InTurns(sheet)).toString('hex')).toBe(hashOf({}))
})

test('each field of a sheet changes its hash', () => {
  const { pays } = sheet
  const others: Partial<Sheet>[] = [
    { pays: { ...pays, companyId: randomUUID() } },
    { pays: { ...pays, payrollId: randomUUID() } },
    { pays: { ...pays, kind: 'BONUS' } },
    { pays: { ...pays, kind: null } },
    { pays: { ...pays, periodKey: '2026-11-Q1' } },
    { pays: { ...pays, periodKey: null } },
    { pays: { ...pays, extra: true } },
    { changers: [] },
    { changers: [...sheet.changers, randomUUID()] },
    { lines: [ana] },
    { lines: [{ ...ana, usdCents: 80_001n }, luis] },
    { lines: [{ ...ana, script: luis.script }, luis] },
    { lines: [{ ...ana, employeeId: randomUUID() }, luis] },
    { withdrawals: [{ script: ana.script, requestedSats: null }] },
    { withdrawals: [{ script: ana.script, requestedSats: 1n }] },
    { feeCeilingUsdCents: 1_241n },
    { held: {} },
    { held: { [ana.employeeId]: 'leave' } },
    { held: { [luis.employeeId]: 'previous' } },
    { changesSha256: null },
    { changesSha256: randomBytes(32) },
  ]
  const hashes = new Set([{}, ...others].map(hashOf))
  expect(hashes.size).toBe(others.length + 1)
})

test('2,500 people are hashed in pieces as they are in one', async () => {
  const lines = Array.from({ length: 2_500 }, () => ({ ...ana, employeeId: randomUUID() }))
  const whole = sheetSha256({ ...sheet, lines })
  expect((await sheetSha256InTurns({ ...sheet, lines: lines.toReversed() })).equals(whole)).toBe(
    true,
  )
})

test('each field of a challenge changes it, and a short hash is refused', () => {
  const challenge = {
    orderId: randomUUID(),
    sheetSha256: sheetSha256(sheet),
    feeCeilingUsdCents: 1_240n,
    userId: randomUUID(),
    nonce: randomBytes(32),
  }
  const others = [
    { orderId: randomUUID() },
    { sheetSha256: randomBytes(32) },
    { feeCeilingUsdCents: 1_241n },
    { userId: randomUUID() },
    { nonce: randomBytes(32) },
    { orderId: challenge.userId, userId: challenge.orderId },
  ]
  const all = [{}, ...others].map((other) => approvalChallenge({ ...challenge, ...other }))
  expect(new Set(all.map((one) => one.toString('hex'))).size).toBe(all.length)
  expect(() => approvalChallenge({ ...challenge, nonce: randomBytes(31) })).toThrow('32 bytes')
})

test('a change is bound to its id, company, kind and payload', () => {
  const change = { id: randomUUID(), companyId: randomUUID(), kind: 'RULES', payload: '{}' }
  const others = [
    { id: randomUUID() },
    { companyId: randomUUID() },
    { kind: 'ROLE' },
    { payload: '{"strongOnly":true}' },
  ]
  const all = [{}, ...others].map((other) => changeSha256({ ...change, ...other }).toString('hex'))
  expect(new Set(all).size).toBe(all.length)
})
