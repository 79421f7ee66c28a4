import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { ApprovalForm } from '#web/shared/approval/approval-form.tsx'
import { paths } from '#web/shared/paths.ts'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { useWithdrawal } from './api.ts'

interface CodeStepProps {
  payroll: Payroll
  /** The withdrawal as it was planned. */
  planned: Transaction
  title: string
  onClose: () => void
}

/** The amount, its fee and the sum that arrives; the code that releases it, or its outcome. */
export function WithdrawalCodeStep({ payroll, planned, title, onClose }: CodeStepProps) {
  const { t } = useTranslation()
  const current = useWithdrawal(planned._id).data ?? planned
  const waits = current.waitingFor === 'approval'
  return (
    <AppDialog
      onClose={onClose}
      title={title}
      size="progress"
      {...(!waits && {
        actions: (
          <>
            <Button component={Link} to={paths.transaction(planned._id)}>
              {t('withdrawals.see')}
            </Button>
            <Button variant="contained" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </>
        ),
      })}
    >
      <Facts payroll={payroll} withdrawal={current} />
      <Block pt={5} lineAbove>
        {waits ? (
          <ApprovalForm
            transactionId={planned._id}
            paymentId={null}
            since={planned.createdAt}
            autoFocus
          />
        ) : (
          <div role="status">
            <StateChip state={current.state} />
            <Text mt={3} strong>
              {t(`withdrawals.outcome.${current.state}`)}
            </Text>
          </div>
        )}
      </Block>
    </AppDialog>
  )
}

function Facts({ payroll, withdrawal }: { payroll: Payroll; withdrawal: Transaction }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { cryptoAddress, networkFee, usd, btc } = withdrawal
  return (
    <FactRows
      facts={[
        {
          name: t('withdrawals.from'),
          value: (
            <Text as="div" breakWords>
              {payroll.name}
            </Text>
          ),
        },
        {
          name: t('withdrawals.to'),
          value: (
            <Text as="div" textAlign="left">
              <AddressFull address={cryptoAddress} size={15} perLine={phone ? 4 : 6} />
            </Text>
          ),
        },
        ...(networkFee
          ? [
              {
                name: t('withdrawals.fee'),
                value: <Amount usd={networkFee.usd} btc={networkFee.btc} unit />,
              },
            ]
          : []),
        {
          name: t('withdrawals.arrives'),
          value: <Amount usd={usd} btc={btc} unit />,
          strong: true,
        },
      ]}
    />
  )
}
