import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Coin, missingSats, selectCoins } from './coin-selection.ts'
import { defaultFeeCeilings } from './fee-ceilings.ts'
import {
  changeScriptBytes,
  dustSats,
  outputBytes,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats } from './money.ts'
import { type PlanInput, type PlanLine, planPayment } from './payment-plan.ts'

const scriptBytes = { P2PKH: 25, P2SH: 23, P2WPKH: 22, P2WSH: 34, P2TR: 34 } as const

const line = fc
  .record({
    usdCents: fc.bigInt({ min: 100n, max: 1_000_000_00n }),
    type: fc.constantFrom('P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'),
  })
  .map(({ usdCents, type }) => ({ usdCents, type, scriptBytes: scriptBytes[type] }))
const lines = fc
  .array(line, { minLength: 1, maxLength: 60 })
  .map((all) => all.map((one, index): PlanLine => ({ ...one, id: `employee ${index}` })))
const coins = fc
  .array(fc.bigInt({ min: 1n, max: 5_000_000_000n }), { maxLength: 40 })
  .map((all) =>
    all.map((sats, index): Coin => ({ id: `${index}`.padStart(64, '0').concat(':0'), sats })),
  )
const rate = fc.bigInt({ min: 100_000n, max: 100_000_000n })
const feeRate = fc.bigInt({ min: 1_000n, max: 300_000n })
const input = fc.record({
  lines,
  coins,
  rateUsdCentsPerBtc: rate,
  feeRateSatsPerKvb: feeRate,
  feeCeilings: fc.constant(defaultFeeCeilings),
  randomInt: fc.constant((below: number) => below - 1),
})

const sum = (amounts: { sats: bigint }[]) => amounts.reduce((total, one) => total + one.sats, 0n)

function weighed(plan: PlanInput, inputs: number, change: boolean) {
  const bytes = plan.lines.reduce((total, one) => total + outputBytes(one.scriptBytes), 0)
  return vsizeOfWeight(
    transactionWeight(
      inputs,
      plan.lines.length + (change ? 1 : 0),
      bytes + (change ? outputBytes(changeScriptBytes) : 0),
    ),
  )
}

test('coins in are salaries plus change plus fee, to the satoshi, and everybody is paid once', () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planPayment(given)
      fc.pre(plan.problems.length === 0)
      for (const transaction of plan.transactions) {
        expect(sum(transaction.coins)).toBe(sum(transaction.outputs) + transaction.feeSats)
        const minimum = feeSats(transaction.vsize, given.feeRateSatsPerKvb)
        expect(transaction.feeSats).toBeGreaterThanOrEqual(minimum)
        expect(transaction.feeSats - minimum).toBeLessThan(dustSats.P2WPKH + 31n * 300n)
        expect(transaction.vsize).toBe(
          weighed(given, transaction.coins.length, transaction.changeSats > 0n),
        )
      }
      const outputs = plan.transactions.flatMap((transaction) => transaction.outputs)
      const paid = outputs.flatMap((output) => (output.kind === 'line' ? [output.line] : []))
      expect(paid.toSorted()).toEqual(given.lines.map((one) => one.id).toSorted())
      for (const output of outputs) {
        if (output.kind === 'line') expect(output.sats).toBe(plan.satsOfLine.get(output.line))
        else expect(output.sats).toBeGreaterThanOrEqual(dustSats.P2WPKH)
      }
    }),
    { numRuns: 500 },
  )
})

test('short of funds, a deposit of exactly what is missing is enough and one satoshi less is not', () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planPayment(given)
      const short = plan.problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')
      fc.pre(short !== undefined && short.code === 'INSUFFICIENT_FUNDS')
      const missing = short?.code === 'INSUFFICIENT_FUNDS' ? short.missingSats : 0n
      const topUp = (sats: bigint) =>
        planPayment({
          ...given,
          coins: [...given.coins, { id: 'f'.repeat(64).concat(':0'), sats }],
        }).problems.some((problem) => problem.code === 'INSUFFICIENT_FUNDS')
      expect(topUp(missing)).toBe(false)
      expect(topUp(missing - 1n)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a payroll with nothing says what one deposit must bring, its own input included', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const missing = missingSats([], target, 1_000n)
  expect(missing).toBe(100_110n)
  expect(selectCoins([{ id: 'a', sats: missing }], target, 1_000n)).toMatchObject({
    changeSats: 0n,
    feeSats: 110n,
    vsize: 110,
  })
})

test('change of 293 sat goes to the fee and change of 294 sat comes back', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const withChangeFee = 141n
  const select = (change: bigint) =>
    selectCoins([{ id: 'a', sats: 100_000n + withChangeFee + change }], target, 1_000n)
  expect(select(293n)).toMatchObject({ changeSats: 0n, feeSats: withChangeFee + 293n })
  expect(select(294n)).toMatchObject({ changeSats: 294n, feeSats: withChangeFee })
})

test('one coin more is spent where the change would be too small to bump with', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const coinsGiven = [
    { id: 'a', sats: 101_000n },
    { id: 'b', sats: 50_000n },
  ]
  expect(selectCoins(coinsGiven, target, 1_000n)?.coins).toHaveLength(2)
})

test('a coin worth no more than its own input is left alone', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const dustLike = Array.from({ length: 10_000 }, (_, index) => ({ id: `d${index}`, sats: 68n }))
  expect(selectCoins(dustLike, target, 1_000n)).toBeNull()
})

test('a salary that is dust for its address refuses the run and names the person', () => {
  const base = {
    coins: [{ id: 'a', sats: 10_000_000n }],
    rateUsdCentsPerBtc: 20_000_000n,
    feeRateSatsPerKvb: 1_000n,
    feeCeilings: defaultFeeCeilings,
    randomInt: (below: number) => below - 1,
  }
  const person = (id: string, type: 'P2PKH' | 'P2WPKH'): PlanLine => ({
    id,
    type,
    usdCents: 100n,
    scriptBytes: scriptBytes[type],
  })
  const plan = planPayment({
    ...base,
    lines: [person('legacy', 'P2PKH'), person('segwit', 'P2WPKH')],
  })
  expect(plan.problems).toEqual([{ code: 'DUST_SALARY', lines: ['legacy'] }])
  expect(plan.transactions).toEqual([])
})

test('a market above 300 sat/vB is refused, not clipped', () => {
  const plan = planPayment({
    lines: [{ id: 'a', usdCents: 1_000_000_00n, type: 'P2WPKH', scriptBytes: 22 }],
    coins: [{ id: 'a', sats: 50_000_000_000n }],
    rateUsdCentsPerBtc: 10_000_000n,
    feeRateSatsPerKvb: 300_001n,
    feeCeilings: defaultFeeCeilings,
    randomInt: (below) => below - 1,
  })
  expect(plan.problems).toEqual([{ code: 'FEE_TOO_HIGH' }])
})

test('the places of outputs come from the random source alone', () => {
  const given = {
    lines: Array.from(
      { length: 8 },
      (_, index): PlanLine => ({
        id: `${index}`,
        usdCents: 100_000n,
        type: 'P2WPKH',
        scriptBytes: 22,
      }),
    ),
    coins: [{ id: 'a', sats: 100_000_000n }],
    rateUsdCentsPerBtc: 10_000_000n,
    feeRateSatsPerKvb: 1_000n,
    feeCeilings: defaultFeeCeilings,
  }
  const order = (randomInt: (below: number) => number) =>
    planPayment({ ...given, randomInt }).transactions[0]?.outputs.map((output) =>
      output.kind === 'line' ? output.line : output.kind,
    )
  expect(order((below) => below - 1)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'change'])
  expect(order(() => 0)).not.toEqual(order((below) => below - 1))
})

const payroll = (count: number): PlanLine[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    usdCents: 100_000n,
    type: 'P2WPKH',
    scriptBytes: 22,
  }))
const large = {
  rateUsdCentsPerBtc: 10_000_000n,
  feeRateSatsPerKvb: 2_000n,
  feeCeilings: defaultFeeCeilings,
  randomInt: (below: number) => below - 1,
}

test('3,060 people fit one transaction and 3,061 need two', () => {
  const coin = [{ id: 'a', sats: 100_000_000_000n }]
  const plan = (count: number) => planPayment({ ...large, lines: payroll(count), coins: coin })
  expect(plan(3_060).transactions).toHaveLength(1)
  expect(plan(3_061).transactions).toHaveLength(2)
})

test('10,000 people from one coin: one transaction that pays 2,500 and feeds three others', () => {
  const coin = [{ id: 'a', sats: 100_000_000_000n }]
  const plan = planPayment({ ...large, lines: payroll(10_000), coins: coin })
  const [first, ...rest] = plan.transactions
  expect(first?.outputs.filter((output) => output.kind === 'line')).toHaveLength(2_500)
  const feeders = first?.outputs.filter((output) => output.kind === 'feeder') ?? []
  expect(feeders.map((feeder) => feeder.feeds).toSorted()).toEqual([1, 2, 3])
  for (const [index, later] of rest.entries()) {
    expect(later.waits).toBe(true)
    const feeder = feeders.find((output) => output.feeds === index + 1)
    expect(feeder?.sats).toBe(sum(later.outputs) + later.feeSats)
  }
  const paid = plan.transactions
    .flatMap((transaction) => transaction.outputs)
    .flatMap((output) => (output.kind === 'line' ? [output.line] : []))
  expect(new Set(paid).size).toBe(10_000)
})

test('10,000 people from four coins: four transactions at once', () => {
  const coins = ['a', 'b', 'c', 'd'].map((id) => ({ id, sats: 3_000_000_000n }))
  const plan = planPayment({ ...large, lines: payroll(10_000), coins })
  expect(plan.transactions).toHaveLength(4)
  expect(plan.transactions.every((transaction) => !transaction.waits)).toBe(true)
  const spent = plan.transactions.flatMap((transaction) => transaction.coins.map((coin) => coin.id))
  expect(spent.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('100,000 people are planned without one transaction above the weight', () => {
  const coin = [{ id: 'a', sats: 1_000_000_000_000n }]
  const plan = planPayment({ ...large, lines: payroll(100_000), coins: coin })
  expect(plan.problems).toEqual([])
  // 33 parts would fit without the 32 outputs that feed the later ones.
  expect(plan.transactions).toHaveLength(34)
  for (const { outputs, coins, vsize } of plan.transactions) {
    const weight = transactionWeight(coins.length || 1, outputs.length, outputs.length * 31)
    expect(weight).toBeLessThanOrEqual(380_000)
    expect(vsize).toBe(vsizeOfWeight(weight))
  }
})

test('a payroll of many transactions is short by what one deposit must bring for all of them', () => {
  const lines = payroll(5_000)
  const plan = planPayment({ ...large, lines, coins: [{ id: 'a', sats: 1_000_000_000n }] })
  const [short] = plan.problems
  if (short?.code !== 'INSUFFICIENT_FUNDS') throw new Error('it is not short of funds')
  const with_ = (sats: bigint) =>
    planPayment({
      ...large,
      lines,
      coins: [
        { id: 'a', sats: 1_000_000_000n },
        { id: 'b', sats },
      ],
    }).problems
  expect(with_(short.missingSats)).toEqual([])
})

test('the weight formula steps where compact sizes grow: 253 and 65,536 outputs', () => {
  const weight = (outputs: number) => transactionWeight(1, outputs, outputs * 31)
  expect(weight(253) - weight(252)).toBe(4 * (31 + 2))
  expect(weight(65_536) - weight(65_535)).toBe(4 * (31 + 2))
})

test('the largest fee in bitcoin is that of one transaction, not of a run of several', () => {
  const lines = Array.from({ length: 10_000 }, (_, index): PlanLine => {
    return { id: `employee ${index}`, usdCents: 100_000n, type: 'P2WPKH', scriptBytes: 22 }
  })
  const given = {
    lines,
    coins: [{ id: `${'0'.repeat(64)}:0`, sats: 20_000_000_000n }],
    rateUsdCentsPerBtc: 9_100_000n,
    feeRateSatsPerKvb: 120_000n,
    feeCeilings: defaultFeeCeilings,
    randomInt: () => 0,
  }
  const plan = planPayment(given)
  expect(plan.problems).toEqual([])
  expect(plan.feeSats).toBeGreaterThan(defaultFeeCeilings.sats)
  for (const { feeSats } of plan.transactions) expect(feeSats).toBeLessThan(defaultFeeCeilings.sats)
  const unfunded = planPayment({ ...given, coins: [] })
  expect(unfunded.problems.map(({ code }) => code)).toEqual(['INSUFFICIENT_FUNDS'])
})
