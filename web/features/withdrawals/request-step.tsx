import { useController, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Network } from '#domain/address.ts'
import { parseBtc } from '#domain/money.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { isOutcomeOpen } from '#web/lib/send-once.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useFrozenValue } from '#web/lib/use-frozen-value.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AddressField } from '#web/shared/address/address-field.tsx'
import { usePayWait } from '#web/shared/payments/pay-wait.ts'
import { Btc } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { WithdrawalAmountField } from './amount-field.tsx'
import { useDestinations, useRequestWithdrawal } from './api.ts'
import { WithdrawalRefusal } from './refused.tsx'
import { Shares } from './shares.tsx'
import { chooseShare, emptyForm, mostOf, withdrawalSchema } from './withdrawal-form.ts'

interface RequestStepProps {
  payroll: Payroll
  available: Money | undefined
  network: Network
  title: string
  onClose: () => void
  onPlanned: (withdrawal: Transaction) => void
  onReview: () => void
}

/** The step that asks where to, and how much. Nothing moves by it: what it makes waits for a code. */
export function RequestStep(props: RequestStepProps) {
  const { payroll, available, network, title, onClose, onPlanned, onReview } = props
  const { t } = useTranslation()
  const format = useFormat()
  const ask = useRequestWithdrawal(payroll._id)
  // A part leaves a head, so it waits as a payment does; everything does not.
  const partWaits = usePayWait(payroll._id, true)?.kind === 'withdrawal'
  // A press that is repeated after a lost answer is one request, whatever the first has reserved
  // since.
  const isUnsettled = ask.isPending || isOutcomeOpen(ask.error)
  const most = useFrozenValue(
    partWaits || !available ? null : mostOf(parseBtc(available.btc) ?? 0n),
    isUnsettled,
  )
  const { control, handleSubmit, setError, formState } = useZodForm(
    withdrawalSchema(network, most),
    emptyForm,
  )
  const destinations = useDestinations(payroll._id)
  const payrollId = useWatch({ control, name: 'payrollId' })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)
  const share = useController({ control, name: 'share' }).field
  const chosen = chooseShare(share.value, most)
  const refusal = ask.error && !ask.isPending && !hasFaults(ask.error) ? ask.error : null

  const send = handleSubmit((body) => {
    if (ask.isPending || ask.isSuccess) return
    ask.mutate(body, {
      onSuccess: (withdrawal) => {
        saved()
        onPlanned(withdrawal)
      },
      onError: (error) => showFaults(error, fields, setError),
    })
  })

  return (
    <AppDialog
      onClose={close}
      title={title}
      size="progress"
      busy={ask.isPending}
      onSubmit={send}
      note={t('withdrawals.codeNext')}
      actions={
        <>
          <Button onClick={close} disabled={ask.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={ask.isPending || !available}>
            {t('withdrawals.continue')}
          </Button>
        </>
      }
    >
      <Text mb={5} tone="ink2" breakWords boldInk>
        {available ? (
          <>
            <Trans
              i18nKey="withdrawals.available"
              values={{ name: payroll.name, amount: format.usd(available.usd) }}
              components={{ b: <b /> }}
            />
            {' · '}
            <Btc btc={available.btc} />
          </>
        ) : (
          payroll.name
        )}
      </Text>
      {destinations.length > 0 && (
        <Block mb={5}>
          <SelectField
            control={control}
            name="payrollId"
            label={t('withdrawals.destination.label')}
            options={[
              { value: '', text: t('withdrawals.destination.address') },
              ...destinations.map(({ _id, name }) => ({
                value: _id,
                text: t('withdrawals.destination.payroll', { name }),
              })),
            ]}
          />
        </Block>
      )}
      {payrollId === '' && (
        <AddressField
          control={control}
          name="address"
          label={t('ui.address')}
          network={network}
          perLine={6}
        />
      )}
      <Block mt={5}>
        <Shares most={most} chosen={chosen} onChoose={share.onChange} />
      </Block>
      {chosen === 'some' && <WithdrawalAmountField control={control} />}
      <Text variant="body2" mt={5} pt={4} tone="ink2" lineAbove>
        {t('withdrawals.feeNext')}
      </Text>
      {refusal && <WithdrawalRefusal payrollId={payroll._id} error={refusal} onReview={onReview} />}
    </AppDialog>
  )
}

const fields = ['address', 'payrollId', 'amount', 'amountUsd'] as const
const hasFaults = (error: Error) => error instanceof ApiError && error.faults.length > 0
