import type { Language } from '#contract/languages.ts'
import type { SpecialRun, SpecialRunLine } from '#contract/special-runs.ts'
import { texts } from '#contract/texts/index.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import type { Cell, Table } from '#server/platform/spreadsheet/table.ts'

/**
 * The file of a sheet. It may be uploaded again with other amounts, and has the id of each person.
 */
export function tableOf({ lines }: Pick<SpecialRun, 'lines'>, speak: Language): Table {
  const titles = texts[speak].exports.columns
  const columns: Table['columns'] = [
    { title: titles.name, kind: 'text' },
    { title: titles.hiredOn, kind: 'text' },
    { title: titles.monthlyUsd, kind: 'usd' },
    { title: titles.formula, kind: 'text' },
    { title: titles.usd, kind: 'usd' },
    { title: titles.employeeId, kind: 'text' },
  ]
  async function* rows() {
    yield lines.map((line): Cell[] => [
      `${line.employee.firstName} ${line.employee.lastName}`,
      line.employee.hiredOn,
      plain(line.monthlyUsd),
      formulaOf(line),
      plain(line.usd),
      line.employee._id,
    ])
  }
  return { columns, batches: rows() }
}

const plain = (usd: number | null): string | null => {
  const cents = usd === null ? null : parseUsdNumber(usd)
  return cents === null ? null : usdText(cents)
}
const formulaOf = ({ formula, formulaDetail }: SpecialRunLine) =>
  formulaDetail === '' ? formula : `${formula} (${formulaDetail})`
