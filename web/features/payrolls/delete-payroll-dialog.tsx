import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { parseBtc } from '#domain/money.ts'
import { successText } from '#web/lib/answer-text.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Amount } from '#web/ui/amount.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeletePayroll } from './api.ts'

interface DeletePayrollDialogProps {
  payroll: Payroll
  onClose: () => void
}

export function DeletePayrollDialog({ payroll, onClose }: DeletePayrollDialogProps) {
  const { t } = useTranslation()
  const { name } = payroll
  const format = useFormat()
  const sats = parseBtc(payroll.balance.btcBalance) ?? 0n
  const remove = useDeletePayroll(payroll._id)

  function confirm() {
    if (remove.isPending || remove.isSuccess) return
    remove.mutate(undefined, {
      onSuccess: () => toastSuccess(successText('payrollDeleted', name)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('payrolls.delete.title')}
      question={t('payrolls.delete.question')}
      name={name}
      consequence={[
        t('payrolls.delete.consequence'),
        ...(sats > 0n ? [t('payrolls.delete.stays', { sats: format.count(Number(sats)) })] : []),
      ].join(' ')}
      confirm={t('payrolls.delete.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
      refusal={sats > minimumHeadSats && <HasFunds payroll={payroll} />}
    />
  )
}

function HasFunds({ payroll: { _id, name, balance } }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Row as="p" gap={2} strong tone="brick" align="stretch">
        <Mark name="alert" mt="3px" />
        {t('payrolls.delete.hasFunds')}
      </Row>
      <Text mt={2} mb={4} tone="ink2">
        <Trans
          t={t}
          i18nKey="payrolls.delete.withdrawFirst"
          values={{ sats: format.count(Number(minimumHeadSats)) }}
          components={{ a: <Link component={RouterLink} to={paths.payroll(_id)} /> }}
        />
      </Text>
      <Text mb={2} strong breakWords>
        {name}
      </Text>
      <FactRows
        facts={[
          {
            name: t('payrolls.details.balance'),
            value: <Amount usd={balance.usdBalance} btc={balance.btcBalance} unit />,
            strong: true,
          },
        ]}
      />
    </>
  )
}
