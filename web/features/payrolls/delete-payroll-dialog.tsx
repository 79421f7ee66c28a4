import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { Amount } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeletePayroll } from './api.ts'

interface DeletePayrollDialogProps {
  /** Null while closed. */
  payroll: Payroll | null
  onClose: () => void
}

export function DeletePayrollDialog({ payroll, onClose }: DeletePayrollDialogProps) {
  const { t } = useTranslation()
  // It stays while the dialog fades away.
  const shown = useRef(payroll)
  if (payroll) shown.current = payroll
  const name = shown.current?.name ?? ''
  const remove = useDeletePayroll(shown.current?._id ?? '')
  const balance = shown.current?.balance
  const hasFunds = balance !== undefined && balance.usdBalance !== 0

  function confirm() {
    if (!payroll || remove.isPending) return
    remove.mutate(undefined, {
      onSuccess: () => toastSuccess(answerText('payrollDeleted', name)),
      onSettled: onClose,
    })
  }

  return (
    <AppDialog
      open={payroll !== null}
      onClose={onClose}
      title={t('payrolls.delete.title')}
      busy={remove.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            {t('ui.close')}
          </Button>
          {!hasFunds && (
            <Button variant="contained" color="error" onClick={confirm} disabled={remove.isPending}>
              {t('payrolls.delete.confirm')}
            </Button>
          )}
        </>
      }
    >
      {hasFunds ? (
        <>
          <Typography sx={{ display: 'flex', gap: 2, mb: 4, fontWeight: 600, color: 'brick' }}>
            <Mark name="alert" sx={{ mt: '3px' }} />
            {t('payrolls.delete.hasFunds')}
          </Typography>
          <FactRows
            facts={[
              {
                name,
                value: <Amount usd={balance.usdBalance} btc={balance.btcBalance} unit />,
                strong: true,
              },
            ]}
          />
        </>
      ) : (
        <>
          <Typography>{t('payrolls.delete.question')}</Typography>
          <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" sx={{ mt: 4, color: 'ink2' }}>
            {t('payrolls.delete.consequence')}
          </Typography>
        </>
      )}
    </AppDialog>
  )
}
