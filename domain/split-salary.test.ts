import { expect, test } from 'vitest'
import { splitSalary } from './split-salary.ts'

test('every share of 10,000 random salaries → the parts add up, bitcoin rounded down', () => {
  const seed = Number(process.env.SPLIT_SEED ?? Math.floor(Math.random() * 2 ** 31))
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
  for (let n = 0; n < 10_000; n++) {
    const cents = BigInt(random(1_000_000_000) + 1)
    const percent = random(101)
    const { bitcoinUsdCents, dollarsUsdCents } = splitSalary(cents, percent)
    const where = `SPLIT_SEED=${seed}: ${cents} at ${percent} %`
    expect(bitcoinUsdCents + dollarsUsdCents, where).toBe(cents)
    expect(bitcoinUsdCents * 100n <= cents * BigInt(percent), where).toBe(true)
    expect((bitcoinUsdCents + 1n) * 100n > cents * BigInt(percent), where).toBe(true)
  }
})

test('no part, all of it and a third of a cent', () => {
  expect(splitSalary(52_000n, 0)).toEqual({ bitcoinUsdCents: 0n, dollarsUsdCents: 52_000n })
  expect(splitSalary(52_000n, 100)).toEqual({ bitcoinUsdCents: 52_000n, dollarsUsdCents: 0n })
  expect(splitSalary(101n, 33)).toEqual({ bitcoinUsdCents: 33n, dollarsUsdCents: 68n })
})
