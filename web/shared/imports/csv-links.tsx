import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { csvTemplate, paths } from '#web/shared/paths.ts'

/** How a list is written, in another tab so that nothing typed here is lost, and a file to begin with. */
export function CsvLinks() {
  const { t } = useTranslation()
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, fontSize: '0.90625rem' }}
    >
      <Link href={paths.help} target="_blank" rel="noopener">
        {t('payrolls.csv.instructions')}
      </Link>
      <Link href={csvTemplate} download>
        {t('payrolls.csv.template')}
      </Link>
    </Box>
  )
}
