import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useMakeRegular } from './api.ts'

interface ToRegularDialogProps {
  payroll: Payroll
  onClose: () => void
}

/** 'Gestionar a mano': what becomes of the list, its people and its file. */
export function ToRegularDialog({ payroll, onClose }: ToRegularDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const turn = useMakeRegular(payroll._id)
  const { employees, name } = payroll

  function confirm() {
    if (turn.isPending || turn.isSuccess) return
    turn.mutate(undefined, {
      onSuccess: () => {
        toastSuccess(successText('payrollMadeRegular'), name)
        onClose()
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('payrolls.toRegular.title')}
      busy={turn.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={turn.isPending}>
            {t('payrolls.toRegular.cancel')}
          </Button>
          <Button variant="contained" onClick={confirm} disabled={turn.isPending}>
            {t('payrolls.toRegular.confirm')}
          </Button>
        </>
      }
    >
      <Text strong breakWords>
        {name}
      </Text>
      <Text mt={2}>
        {employees === 0
          ? t('payrolls.toRegular.nobody')
          : t('payrolls.toRegular.what', { count: employees, people: format.count(employees) })}
      </Text>
      {employees > 0 && <Text mt={2}>{t('payrolls.toRegular.keeps')}</Text>}
      <Text mt={4} tone="ink2">
        {t('payrolls.toRegular.noBack')}
      </Text>
      {turn.error && (
        <Row role="alert" as="p" gap={2} mt={4} tone="brick" align="stretch">
          <Mark name="alert" mt="3px" />
          {turn.error.message}
        </Row>
      )}
    </AppDialog>
  )
}
