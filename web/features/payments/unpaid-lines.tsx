import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useCloseRun } from './api.ts'

interface UnpaidLinesProps {
  payroll: Payroll
  preview: PaymentPreview
  resumes: NonNullable<PaymentPreview['resumes']>
}

/** A payment that reopens an earlier run for its unpaid lines; or these are given up. */
export function ReopenedRun({ payroll, preview, resumes }: UnpaidLinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const close = useCloseRun(payroll._id)
  const date = format.dateTime(resumes.at)

  function confirm() {
    if (close.isPending) return
    close.mutate(resumes._id, {
      onSuccess: () => {
        setAsking(false)
        toastSuccess(t('payments.close.done'))
      },
      onError: (error) => {
        if (!(error instanceof ApiError && error.outcomeUnknown)) setAsking(false)
        reportWrite(error)
      },
    })
  }

  return (
    <Notice tone="amber">
      {t('payments.resumes', { date })}{' '}
      <Link component="button" type="button" onClick={() => setAsking(true)}>
        {t('payments.close.open')}
      </Link>
      <DialogPresence>
        {asking && (
          <ConfirmDialog
            onClose={() => setAsking(false)}
            title={t('payments.close.title')}
            question={t('payments.close.question', {
              count: preview.employees,
              people: format.count(preview.employees),
              date,
            })}
            name={`${payroll.name}, ${format.usd(preview.totalUsd)}`}
            consequence={t('payments.close.consequence')}
            dismiss={t('payments.close.keep')}
            confirm={t('payments.close.confirm')}
            onConfirm={confirm}
            busy={close.isPending}
          />
        )}
      </DialogPresence>
    </Notice>
  )
}
