import { useTranslation } from 'react-i18next'
import type { SheetFault, SheetFile } from '#domain/special-pay/sheet-csv.ts'
import { Faults } from '#web/shared/imports/faults.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Cells that are wrong, or the column without which nothing can be read. */
export function ImportFaults({ read: { header, faults } }: { read: SheetFile }) {
  const { t } = useTranslation()
  const textOf = ({ fault, first }: SheetFault): string => {
    switch (fault) {
      case 'twice':
        return t('specialRuns.import.fault.twice', { row: first ?? 0 })
      case 'tooLittle':
        return t('fields.amountMinimum')
      case 'tooMuch':
        return t('fields.amountMaximum')
      case 'decimals':
        return t('fields.salaryDecimals')
      case 'rounded':
        return t('csv.csvRounded')
      case 'tooManyCells':
        return t('csv.csvTooManyCells')
      case 'csvEncoding':
      case 'csvQuoteOpen':
      case 'csvWorkbook':
      case 'csvWebPage':
      case 'csvPdf':
      case 'csvNoText':
        return t(`csv.${fault}`)
      default:
        return t(`specialRuns.import.fault.${fault}`)
    }
  }
  if (header) {
    const column = t(`specialRuns.import.column.${header.column}`)
    return (
      <Notice tone="brick" role="alert">
        {t(header.fault === 'missing' ? 'csv.csvColumnMissing' : 'csv.csvColumnTwice', { column })}
      </Notice>
    )
  }
  const shown = faults.map((fault) => ({ ...fault, message: textOf(fault) }))
  return <Faults faults={shown} count={faults.length} />
}
