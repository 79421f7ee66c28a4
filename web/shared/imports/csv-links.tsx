import { useTranslation } from 'react-i18next'
import { csvTemplate, paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'

/** How a list is written, in another tab so that nothing typed here is lost, and a file to begin with. */
export function CsvLinks() {
  const { t } = useTranslation()
  return (
    <Row wrap columnGap={4} rowGap={1} size={14.5} align="stretch">
      <Link href={paths.help} target="_blank" rel="noopener">
        {t('payrolls.csv.instructions')}
      </Link>
      <Link href={csvTemplate} download>
        {t('payrolls.csv.template')}
      </Link>
    </Row>
  )
}
