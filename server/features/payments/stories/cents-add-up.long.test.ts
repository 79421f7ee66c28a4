import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { dollarLines } from '#contract/dollar-lines.ts'
import { previewPeople } from '#contract/payments.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { splitSalary } from '#domain/split-salary.ts'
import { receiptFacts } from '#server/features/receipts/facts.ts'
import { previewOf, run } from '#server/testing/approval-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { readPays } from '#server/testing/read-pays.ts'
import { receiptSteps } from '#server/testing/receipt-steps.ts'
import { setShare } from '#server/testing/shares.ts'

const s = await paymentsForFile()
const receipts = receiptSteps(s.engine)

type Person = { salary: bigint; percent: number }
/**
 * Salaries from $5: the whole salary is never below dust, but a small part of a small salary is.
 */
const person: fc.Arbitrary<Person> = fc.record({
  salary: fc.oneof(fc.bigInt(500n, 3_000n), fc.bigInt(500n, 500_000n)),
  percent: fc.oneof(fc.constantFrom(0, 1, 33, 50, 99, 100), fc.integer({ min: 0, max: 100 })),
})
/** At least one person is paid in bitcoin and at least one in dollars. */
const people = fc
  .array(person, { maxLength: 20 })
  .map((others): Person[] => [
    { salary: 50_001n, percent: 33 },
    { salary: 99_999n, percent: 100 },
    ...others,
  ])

const cents = (usd: number): bigint => {
  const read = parseUsdNumber(usd)
  if (read === null) throw new Error(`${usd} is no sum in dollars`)
  return read
}
const sum = <T>(rows: readonly T[], of: (row: T) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n)

async function csvOf(ours: TestCompany, path: string): Promise<Record<string, string>[]> {
  return parse(await s.fileOf(ours, path), { bom: true, columns: true })
}
const column = (rows: Record<string, string>[], title: string) =>
  sum(rows, (row) => cents(Number(row[title])))

async function paidRun(ours: TestCompany, all: readonly Person[]) {
  const salaries = all.map(({ salary }) => salary)
  const payroll = await s.funded(ours, salaries, 200_000_000n)
  const owner = { db: s.engine.owner, macKey: testMacKey, companyId: ours.companyId }
  for (const [index, { percent }] of all.entries()) {
    await setShare(owner, payroll.employeeIds[index] ?? '', { bitcoinPercent: percent })
  }
  await s.price(9_100_000n)
  const preview = await previewOf(ours, payroll.payrollId)
  const listed = expectAccepted(
    previewPeople,
    await ours.call(
      'GET',
      `/companies/payrolls/${payroll.payrollId}/payment-preview/people?limit=100`,
    ),
  ).people
  const payment = await run(ours, payroll.payrollId, { previewHash: preview.previewHash })
  const [transaction] = payment.transactions
  if (!transaction) throw new Error('something is paid in bitcoin')
  await s.transactionIs(ours, transaction._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
  await receipts.issue()
  return { ...payroll, preview, listed, payment, transactionId: transaction._id }
}

test('random salaries and shares → preview, plan, lists, receipts and exports agree', async () => {
  const check = async (all: Person[]) => {
    const ours = await s.company()
    const paid = await paidRun(ours, all)
    const { payment, preview, listed, payrollId, employeeIds, transactionId } = paid
    const lines = await readPays(s.engine.db, payment._id)
    for (const [index, { salary, percent }] of all.entries()) {
      const line = lines.find(({ employee_id }) => employee_id === employeeIds[index])
      const split = splitSalary(salary, percent)
      const isDust = line?.split_reason === 'DUST'
      expect(line?.net_usd_cents).toBe(salary)
      expect(line?.bitcoin_usd_cents).toBe(isDust ? 0n : split.bitcoinUsdCents)
      expect(line?.dollars_usd_cents).toBe(isDust ? salary : split.dollarsUsdCents)
    }
    const total = sum(all, ({ salary }) => salary)
    const bitcoin = sum(lines, ({ bitcoin_usd_cents }) => bitcoin_usd_cents)
    const dollars = total - bitcoin
    const both = { total, bitcoin, dollars }

    for (const said of [preview, payment]) {
      const { totalUsd, bitcoinUsd, dollarsUsd } = said
      const sums = { total: totalUsd, bitcoin: bitcoinUsd, dollars: dollarsUsd }
      expect(Object.entries(sums).map(([name, usd]) => [name, cents(usd)])).toEqual(
        Object.entries(both),
      )
    }
    expect(sum(listed, ({ usd }) => cents(usd))).toBe(total)
    expect(sum(listed, ({ bitcoinUsd }) => cents(bitcoinUsd))).toBe(bitcoin)
    expect(sum(listed, ({ dollarsUsd }) => cents(dollarsUsd))).toBe(dollars)

    const detailsPath = `/transactions/${transactionId}/details`
    const { transaction, details } = expectAccepted(
      transactionDetails,
      await ours.call('GET', detailsPath),
    )
    expect(cents(transaction.usd)).toBe(bitcoin)
    expect(sum(details.recipients, ({ bitcoinUsd }) => cents(bitcoinUsd))).toBe(bitcoin)
    const recipientsCsv = await csvOf(ours, `/transactions/${transactionId}/recipients.csv`)
    expect(column(recipientsCsv, 'Monto USD')).toBe(bitcoin)
    const sent = (await csvOf(ours, `/payrolls/${payrollId}/transactions.csv`)).filter(
      (row) => row.Tipo === 'Pago de Nómina',
    )
    expect(column(sent, 'Monto USD')).toBe(bitcoin)

    const listPath = `/payments/${payment._id}/dollar-lines`
    const list = expectAccepted(dollarLines, await ours.call('GET', `${listPath}?limit=100`))
    expect(cents(list.totalUsd)).toBe(dollars)
    expect(sum(list.lines, ({ usd }) => cents(usd))).toBe(dollars)
    expect(column(await csvOf(ours, `${listPath}.csv`), 'En dólares')).toBe(dollars)

    const facts = (await receipts.receiptsOf(payment._id)).map((row) =>
      receiptFacts.parse(row.facts),
    )
    expect(facts).toHaveLength(all.length)
    expect(sum(facts, ({ usdCents }) => BigInt(usdCents))).toBe(total)
    expect(sum(facts, (one) => BigInt(one.bitcoin?.usdCents ?? 0))).toBe(bitcoin)
    expect(sum(facts, (one) => BigInt(one.dollars?.usdCents ?? 0))).toBe(dollars)

    const { spending } = expectAccepted(dashboard, await ours.call('GET', '/users/dashboard'))
    expect(cents(ofAllMonths(spending, 'usd'))).toBe(bitcoin)
    expect(cents(ofAllMonths(spending, 'dollarsUsd'))).toBe(dollars)
  }
  // Fast-check prints a failure with its seed.
  await fc.assert(fc.asyncProperty(people, check), { numRuns: 4, endOnFailure: true })
}, 120_000)

const ofAllMonths = (
  months: readonly { usd: number; dollarsUsd: number }[],
  of: 'usd' | 'dollarsUsd',
) => months.reduce((total, month) => total + month[of], 0)
