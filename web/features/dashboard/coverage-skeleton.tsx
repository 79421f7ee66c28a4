import { useTranslation } from 'react-i18next'
import { BarRow, BarRowAmounts } from '#web/ui/bar-row.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

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
        <BarRow key={width} awaited>
          <Grid area="name" gap={2.5}>
            <TextSkeleton width={width} />
            <TextSkeleton width={72} height={10} />
          </Grid>
          <Block area="bar">
            <TextSkeleton width="100%" />
          </Block>
          <BarRowAmounts>
            <Block pt={2}>
              <TextSkeleton width={150} height={10} />
            </Block>
          </BarRowAmounts>
          <Row area="state" justify="end" align="stretch">
            <TextSkeleton width={92} />
          </Row>
        </BarRow>
      ))}
    </div>
  )
}
