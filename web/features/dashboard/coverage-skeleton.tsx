import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { rowGrid } from './coverage-row.tsx'

/** The question's answer and three payrolls. */
export function CoverageSkeleton() {
  const { t } = useTranslation()
  return (
    <div>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 3.5,
          pt: 1,
          pb: 6,
        }}
      >
        <TextSkeleton width={160} />
        <TextSkeleton width={300} height={26} />
      </Box>
      {[118, 96, 140].map((width) => (
        <Box key={width} aria-hidden sx={{ ...rowGrid, py: 5 }}>
          <Box sx={{ gridArea: 'name', display: 'grid', gap: 2.5 }}>
            <TextSkeleton width={width} />
            <TextSkeleton width={72} height={10} />
          </Box>
          <Box sx={{ gridArea: 'bar' }}>
            <TextSkeleton width="100%" />
          </Box>
          <Box sx={{ gridArea: 'amounts', pt: 2 }}>
            <TextSkeleton width={150} height={10} />
          </Box>
          <Box sx={{ gridArea: 'state', display: 'flex', justifyContent: 'flex-end' }}>
            <TextSkeleton width={92} />
          </Box>
        </Box>
      ))}
    </div>
  )
}
