import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import { Grid, Row } from '#web/ui/layout.tsx'
import { AmountSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { PaidName } from './pay-form.tsx'

/** The dialog while the plan is being made: as high as it will be. */
export function PaySkeleton({ payroll, source }: { payroll: Payroll; source: PaySource }) {
  const { t } = useTranslation()
  return (
    <>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <PaidName payroll={payroll} source={source} />
      <Grid gap={4} mt={6} mb={5}>
        <TextSkeleton width={84} />
        <TextSkeleton width={212} height={38} />
        <TextSkeleton width={142} />
      </Grid>
      {[64, 40, 112, 150].map((width) => (
        <Row key={width} justify="between" minHeight={58} lineAbove>
          <TextSkeleton width={width} />
          <AmountSkeleton />
        </Row>
      ))}
    </>
  )
}
