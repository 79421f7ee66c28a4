import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { AmountSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { PayrollName } from './pay-form.tsx'

/** The dialog while the plan is being made: as high as it will be. */
export function PaySkeleton({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  return (
    <>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <PayrollName payroll={payroll} />
      <Box sx={{ display: 'grid', gap: 4, mt: 6, mb: 5 }}>
        <TextSkeleton width={84} />
        <TextSkeleton width={212} height={38} />
        <TextSkeleton width={142} />
      </Box>
      {[64, 40, 112, 150].map((width) => (
        <Box
          key={width}
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            minHeight: 58,
            borderTop: 1,
            borderColor: 'line',
          }}
        >
          <TextSkeleton width={width} />
          <AmountSkeleton />
        </Box>
      ))}
    </>
  )
}
