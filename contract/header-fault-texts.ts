import type { HeaderFault } from '#domain/employee-csv.ts'
import type { CsvText } from './texts/keys.ts'

const texts: Record<HeaderFault['kind'], CsvText> = {
  missing: 'csvColumnMissing',
  duplicate: 'csvColumnTwice',
  alike: 'csvColumnsAlike',
}

/** The text that says what is wrong with the header of a list, and the columns that it names. */
export const headerFaultText = (
  fault: HeaderFault,
): { text: CsvText; params: Record<string, string> } => ({
  text: texts[fault.kind],
  params: {
    column: fault.column.trim(),
    ...(fault.kind === 'alike' && { first: fault.first.trim() }),
  },
})
