import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectUtxos, type Utxo } from './coin-selection.ts'
import { defaultFeeCeilings } from './fee-ceilings.ts'
import {
  changeScriptBytes,
  minimumHeadSats,
  outputBytes,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats } from './money.ts'
import { type PlanInput, type PlanLine, planPayment } from './payment-plan.ts'
import { findShortfall } from './run-inputs.ts'

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
const utxos = fc
  .array(fc.bigInt({ min: 1n, max: 5_000_000_000n }), { maxLength: 40 })
  .map((all) =>
    all.map((sats, index): Utxo => ({ id: `${index}`.padStart(64, '0').concat(':0'), sats })),
  )
const heads = fc
  .array(fc.bigInt({ min: 1_000n, max: 100_000_000n }), { maxLength: 4 })
  .map((all) =>
    all.map((sats, index): Utxo => ({ id: `${index}`.padStart(64, 'a').concat(':0'), sats })),
  )
const rate = fc.bigInt({ min: 100_000n, max: 100_000_000n })
const feeRate = fc.bigInt({ min: 1_000n, max: 300_000n })
const input = fc.record({
  lines,
  heads,
  deposits: utxos,
  excluded: fc.constant([]),
  rateUsdCentsPerBtc: rate,
  feeRateSatsPerKvb: feeRate,
  feeCeilings: fc.constant(defaultFeeCeilings),
  randomInt: fc.constant((below: number) => below - 1),
})

const deposited = (deposits: Utxo[]) => ({ heads: [], deposits, excluded: [] })
const sum = (amounts: { sats: bigint }[]) => amounts.reduce((total, one) => total + one.sats, 0n)

function weighed(plan: PlanInput, inputs: number) {
  const bytes = plan.lines.reduce((total, one) => total + outputBytes(one.scriptBytes), 0)
  return vsizeOfWeight(
    transactionWeight(inputs, plan.lines.length + 1, bytes + outputBytes(changeScriptBytes)),
  )
}

test('inputs are salaries, head and fee to the satoshi, and everybody is paid once', () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planPayment(given)
      fc.pre(plan.problems.length === 0)
      for (const transaction of plan.transactions) {
        expect(sum(transaction.utxos)).toBe(sum(transaction.outputs) + transaction.feeSats)
        expect(transaction.feeSats).toBe(feeSats(transaction.vsize, given.feeRateSatsPerKvb))
        expect(transaction.vsize).toBe(weighed(given, transaction.utxos.length))
        const spent = new Set(transaction.utxos.map(({ id }) => id))
        // R1; without a head R2.
        const counted = given.deposits.filter(({ sats }) => sats > 1_000n)
        const required = given.heads.length > 0 ? given.heads : counted
        expect(required.every(({ id }) => spent.has(id))).toBe(true)
      }
      const outputs = plan.transactions.flatMap((transaction) => transaction.outputs)
      const paid = outputs.flatMap((output) => (output.kind === 'line' ? [output.line] : []))
      expect(paid.toSorted()).toEqual(given.lines.map((one) => one.id).toSorted())
      for (const output of outputs) {
        if (output.kind === 'line') expect(output.sats).toBe(plan.satsOfLine.get(output.line))
        else expect(output.sats).toBeGreaterThanOrEqual(minimumHeadSats)
      }
    }),
    { numRuns: 500 },
  )
})

test('short of funds → a deposit of the shortfall suffices, one satoshi less does not', () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planPayment(given)
      const short = plan.problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')
      fc.pre(short !== undefined && short.code === 'INSUFFICIENT_FUNDS')
      const missing = short?.code === 'INSUFFICIENT_FUNDS' ? short.missingSats : 0n
      const topUp = (sats: bigint) =>
        planPayment({
          ...given,
          deposits: [...given.deposits, { id: 'f'.repeat(64).concat(':0'), sats }],
        }).problems.some((problem) => problem.code === 'INSUFFICIENT_FUNDS')
      expect(topUp(missing)).toBe(false)
      expect(topUp(missing - 1n)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test("a payroll with nothing → the shortfall counts the deposit's input and the head", () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const missing = findShortfall({ heads: [], deposits: [], excluded: [] }, target, 1_000n)
  expect(missing).toBe(101_141n)
  expect(selectUtxos([], [{ id: 'a', sats: missing }], target, 1_000n)).toMatchObject({
    headSats: 1_000n,
    feeSats: 141n,
    vsize: 141,
  })
})

test('a head of 999 sat is none, and one of 1,000 sat is', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const select = (head: bigint) =>
    selectUtxos([], [{ id: 'a', sats: 100_000n + 141n + head }], target, 1_000n)
  expect(select(999n)).toBeNull()
  expect(select(1_000n)).toMatchObject({ headSats: 1_000n, feeSats: 141n })
})

test('one deposit more is spent where the head would be too small to bump with', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const head = { id: 'h', sats: 1_000n }
  const deposits = [
    { id: 'a', sats: 101_000n },
    { id: 'b', sats: 50_000n },
  ]
  expect(selectUtxos([head], deposits, target, 1_000n)?.utxos).toHaveLength(3)
})

test('a spend that must be excluded is, by one of its inputs', () => {
  const plan = planPayment({
    ...large,
    lines: payroll(1),
    heads: [{ id: 'head', sats: 5_000_000n }],
    deposits: [{ id: 'deposit', sats: 6_000_000n }],
    excluded: [
      [
        { id: 'stolen', sats: 700n },
        { id: 'other', sats: 800n },
      ],
      [{ id: 'head', sats: 5_000_000n }],
    ],
  })
  expect(plan.transactions[0]?.utxos.map(({ id }) => id)).toEqual(['head', 'stolen'])
})

test('a UTXO worth no more than its own input is not spent', () => {
  const target = { outputs: 1, outputBytes: outputBytes(22), sats: 100_000n }
  const dustLike = Array.from({ length: 10_000 }, (_, index) => ({ id: `d${index}`, sats: 68n }))
  expect(selectUtxos([], dustLike, target, 1_000n)).toBeNull()
})

test('a salary that is dust for its address refuses the run and names the person', () => {
  const base = {
    ...deposited([{ id: 'a', sats: 10_000_000n }]),
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

test('a fee rate above 300 sat/vB is refused, not clipped', () => {
  const plan = planPayment({
    lines: [{ id: 'a', usdCents: 1_000_000_00n, type: 'P2WPKH', scriptBytes: 22 }],
    ...deposited([{ id: 'a', sats: 50_000_000_000n }]),
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
    ...deposited([{ id: 'a', sats: 100_000_000n }]),
    rateUsdCentsPerBtc: 10_000_000n,
    feeRateSatsPerKvb: 1_000n,
    feeCeilings: defaultFeeCeilings,
  }
  const order = (randomInt: (below: number) => number) =>
    planPayment({ ...given, randomInt }).transactions[0]?.outputs.map((output) =>
      output.kind === 'line' ? output.line : output.kind,
    )
  expect(order((below) => below - 1)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'head'])
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
  const utxo = [{ id: 'a', sats: 100_000_000_000n }]
  const plan = (count: number) =>
    planPayment({ ...large, lines: payroll(count), ...deposited(utxo) })
  expect(plan(3_060).transactions).toHaveLength(1)
  expect(plan(3_061).transactions).toHaveLength(2)
})

test('10,000 people and one UTXO → the first batch pays 2,500 and makes three lanes', () => {
  const utxo = [{ id: 'a', sats: 100_000_000_000n }]
  const plan = planPayment({ ...large, lines: payroll(10_000), ...deposited(utxo) })
  const [first, ...rest] = plan.transactions
  expect(first?.outputs.filter((output) => output.kind === 'line')).toHaveLength(2_500)
  const lanes = first?.outputs.filter((output) => output.kind === 'lane') ?? []
  expect(lanes.map(({ laneOf }) => laneOf).toSorted()).toEqual([1, 2, 3])
  for (const [index, later] of rest.entries()) {
    expect(later.waits).toBe(true)
    const lane = lanes.find((output) => output.laneOf === index + 1)
    expect(lane?.sats).toBe(sum(later.outputs) + later.feeSats)
  }
  const paid = plan.transactions
    .flatMap((transaction) => transaction.outputs)
    .flatMap((output) => (output.kind === 'line' ? [output.line] : []))
  expect(new Set(paid).size).toBe(10_000)
})

test('100,000 people are planned without one transaction above the weight', () => {
  const utxo = [{ id: 'a', sats: 1_000_000_000_000n }]
  const plan = planPayment({ ...large, lines: payroll(100_000), ...deposited(utxo) })
  expect(plan.problems).toEqual([])
  // 33 batches would fit without the 32 lanes of the later ones.
  expect(plan.transactions).toHaveLength(34)
  for (const { outputs, utxos, vsize } of plan.transactions) {
    const weight = transactionWeight(utxos.length || 1, outputs.length, outputs.length * 31)
    expect(weight).toBeLessThanOrEqual(380_000)
    expect(vsize).toBe(vsizeOfWeight(weight))
  }
})

test('a payroll of many batches → the shortfall is one deposit for all of them', () => {
  const lines = payroll(5_000)
  const plan = planPayment({ ...large, lines, ...deposited([{ id: 'a', sats: 1_000_000_000n }]) })
  const [short] = plan.problems
  if (short?.code !== 'INSUFFICIENT_FUNDS') throw new Error('it is not short of funds')
  const with_ = (sats: bigint) =>
    planPayment({
      ...large,
      lines,
      ...deposited([
        { id: 'a', sats: 1_000_000_000n },
        { id: 'b', sats },
      ]),
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
    ...deposited([{ id: `${'0'.repeat(64)}:0`, sats: 20_000_000_000n }]),
    rateUsdCentsPerBtc: 9_100_000n,
    feeRateSatsPerKvb: 120_000n,
    feeCeilings: defaultFeeCeilings,
    randomInt: () => 0,
  }
  const plan = planPayment(given)
  expect(plan.problems).toEqual([])
  expect(plan.feeSats).toBeGreaterThan(defaultFeeCeilings.sats)
  for (const { feeSats } of plan.transactions) expect(feeSats).toBeLessThan(defaultFeeCeilings.sats)
  const unfunded = planPayment({ ...given, deposits: [] })
  expect(unfunded.problems.map(({ code }) => code)).toEqual(['INSUFFICIENT_FUNDS'])
})
