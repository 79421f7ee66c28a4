import type { DollarLine, DollarLines } from '#contract/dollar-lines.ts'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { exportedFields } from '#domain/employee-fields.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import type { Cell, Table } from '#server/platform/spreadsheet/table.ts'

const centsOf = ({ usd }: DollarLine): bigint => {
  const cents = parseUsdNumber(usd)
  if (cents === null) throw new RangeError(`usd: ${usd}`)
  return cents
}

export const sumDollarLines = (lines: readonly DollarLine[]): bigint =>
  lines.reduce((sum, line) => sum + centsOf(line), 0n)

/** The list of a run as its files have it. */
export function toBankTable(
  batches: AsyncIterable<DollarLine[]>,
  order: DollarLines['order'],
  speak: Language,
): Table {
  const titles = texts[speak].exports.columns
  const columns: Table['columns'] = [
    { title: titles.name, kind: 'text' },
    { title: titles.identification, kind: 'text' },
    { title: titles.bank, kind: 'text' },
    { title: titles.bankAccount, kind: 'text' },
    { title: titles.dollarsUsd, kind: 'usd' },
    { title: titles.paidAt, kind: 'date' },
    { title: titles.reference, kind: 'text' },
    { title: titles.order, kind: 'text' },
    { title: titles.approvedBy, kind: 'text' },
    ...exportedFields.map((field) => ({ title: titles[field], kind: 'text' as const })),
  ]
  async function* rows() {
    for await (const lines of batches) {
      yield lines.map((line): Cell[] => [
        line.name,
        line.identification,
        line.bank,
        line.bankAccount,
        usdText(centsOf(line)),
        line.paidAt === null ? null : new Date(line.paidAt),
        line.reference,
        order?.sha256 ?? '',
        order?.approvedBy.join(', ') ?? '',
        ...exportedFields.map((field) => line[field]),
      ])
    }
  }
  return { columns, batches: rows() }
}
