import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderedPlan } from '#server/authorization/ordered-plan.ts'
import { type Sheet, sheetSha256, sheetSha256InTurns } from '#server/authorization/sheet.ts'
import {
  inBitcoin,
  type Payee,
  splitOf,
  sumOfBitcoin,
  sumOfDollars,
  toOrderedDollars,
} from '#server/features/payments/run/payee.ts'
import { hashOfSheet } from '#server/signer/known-plans.ts'
import { Random } from '#server/testing/random.ts'

const seed = Number(process.env.SHEETS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const sheets = 2_000
const rateUsdCentsPerBtc = 9_100_000n

function aPayee(random: Random): Payee {
  const usdCents = BigInt(random.pick([1, 99, 333, 12_345, random.between(1, 100_000_000)]))
  const bitcoinPercent = random.pick([0, 1, 33, 50, 99, 100, random.between(0, 100)])
  const script = Buffer.concat([Buffer.from('0014', 'hex'), randomBytes(20)])
  const salary = { usdCents, bitcoinPercent, script }
  return {
    employeeId: randomUUID(),
    firstName: 'Ana',
    lastName: 'Paz',
    ...salary,
    ...splitOf({ ...salary, consented: random.chance(0.9) }, rateUsdCentsPerBtc),
    address: `address-${random.between(1, 9)}`,
    bank: random.pick(['', 'Banco Agrícola', 'BAC']),
    bankAccount: random.pick(['', '003-1', '"], [']),
    payFrequency: random.pick([null, 'MONTH']),
  }
}

/** The lines of these people in bitcoin, as an order has them. */
const linesOf = (people: readonly Payee[]) =>
  inBitcoin(people).map(({ employeeId, address, script, bitcoinUsdCents: usdCents }) => ({
    employeeId,
    address,
    script,
    usdCents,
    sats: usdCents * 10n,
  }))

function aSheet(random: Random, people: readonly Payee[]) {
  const held = random.pick(people)
  return {
    pays: {
      companyId: randomUUID(),
      payrollId: randomUUID(),
      kind: random.pick(['REGULAR', 'BONUS', 'AGUINALDO'] as const),
      periodKey: random.pick([null, '2026-11-Q2']),
      extra: random.chance(0.1),
    },
    changers: random.chance(0.5) ? [randomUUID(), randomUUID()] : [],
    lines: linesOf(people),
    dollars: toOrderedDollars(people),
    withdrawals: [],
    feeCeilingUsdCents: BigInt(random.between(0, 10_000)),
    held: random.chance(0.3)
      ? { [held.employeeId]: random.pick(['previous', 'leave'] as const) }
      : {},
    changesSha256: random.chance(0.5) ? randomBytes(32) : null,
  } satisfies Sheet
}

type Made = ReturnType<typeof aSheet>

/** The sheet with one field of it changed. */
function changed(random: Random, sheet: Made): Sheet {
  const other: ((sheet: Made) => Partial<Sheet>)[] = [
    ({ pays }) => ({ pays: { ...pays, payrollId: randomUUID() } }),
    ({ pays }) => ({ pays: { ...pays, extra: !pays.extra } }),
    ({ pays }) => ({ pays: { ...pays, kind: 'QUINCENA_25' } }),
    ({ pays }) => ({ pays: { ...pays, periodKey: '2026-12-Q1' } }),
    ({ changers }) => ({ changers: [...changers, randomUUID()] }),
    ({ feeCeilingUsdCents }) => ({ feeCeilingUsdCents: feeCeilingUsdCents + 1n }),
    () => ({ changesSha256: randomBytes(32) }),
    ...(sheet.lines.length > 0
      ? [
          ({ lines: [first, ...rest] }: Made) => ({
            lines: first ? [{ ...first, usdCents: first.usdCents + 1n }, ...rest] : rest,
          }),
          ({ lines }: Made) => ({ lines: lines.slice(1) }),
        ]
      : []),
    ...(sheet.dollars.length > 0
      ? [
          ({ dollars: [first, ...rest] }: Made) => ({
            dollars: first ? [{ ...first, bankAccount: `${first.bankAccount}1` }, ...rest] : rest,
          }),
          ({ dollars }: Made) => ({ dollars: dollars.slice(1) }),
        ]
      : []),
  ]
  return { ...sheet, ...random.pick(other)(sheet) }
}

test(`random sheets → payouts add up, one hash in api and signer (seed ${seed})`, async () => {
  const random = new Random(seed)
  for (let n = 0; n < sheets; n++) {
    const people = Array.from({ length: random.between(1, 8) }, () => aPayee(random))
    const net = people.reduce((sum, { usdCents }) => sum + usdCents, 0n)
    expect(sumOfBitcoin(people) + sumOfDollars(people)).toBe(net)
    const sheet = aSheet(random, people)
    const hash = await sheetSha256InTurns(sheet)
    const { pays, lines, dollars, ...terms } = sheet
    // The signer reads the rows in whatever order.
    const rows = { pays, lines: random.shuffle(lines), dollars: random.shuffle(dollars) }
    const signed = hashOfSheet(orderedPlan({ ...rows, withdrawals: [] }), terms)
    expect(signed.equals(hash)).toBe(true)
    expect(sheetSha256(changed(random, sheet)).equals(hash)).toBe(false)
  }
})
