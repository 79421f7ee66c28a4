import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { inFoot, rowGrid } from './payroll-row.tsx'

/** The question's answer and three payrolls. */
export function CoverageSkeleton() {
  const { t } = useTranslation()
  return (
    <div>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <Grid aria-hidden columns="minmax(0, 1fr)" gap={3.5} pt={1} pb={6}>
        <TextSkeleton width={160} />
        <TextSkeleton width={300} height={26} />
      </Grid>
      {[118, 96, 140].map((width) => (
        <Box key={width} aria-hidden sx={{ ...rowGrid, py: 5 }}>
          <Grid area="name" gap={2.5}>
            <TextSkeleton width={width} />
            <TextSkeleton width={72} height={10} />
          </Grid>
          <Block area="bar">
            <TextSkeleton width="100%" />
          </Block>
          <Box sx={{ ...inFoot('amounts'), pt: 2 }}>
            <TextSkeleton width={150} height={10} />
          </Box>
          <Row area="state" justify="end" align="stretch">
            <TextSkeleton width={92} />
          </Row>
        </Box>
      ))}
    </div>
  )
}
