import Link from '@mui/material/Link'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { CodeReasons } from '#web/shared/approval/code-reasons.tsx'
import { paths } from '#web/shared/paths.ts'
import { type PayWait, usePayWaitText } from '#web/shared/payments/pay-wait.ts'
import { Figure } from '#web/ui/figure.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { FeeTargets } from './fee-targets.tsx'
import { PaidBefore } from './paid-before.tsx'
import { PayFacts } from './pay-facts.tsx'
import type { Payability } from './payability.ts'
import { PreviewChanges } from './preview-changes.tsx'
import { Shortfall } from './shortfall.tsx'
import { UnpaidLines } from './unpaid-lines.tsx'
import { UntrackedPayments } from './untracked-payments.tsx'
import { useRefusalText } from './use-announce.ts'
import { type LeftPerson, WaitsAfterReset } from './waits-after-reset.tsx'

interface PayFormProps {
  payroll: Payroll
  preview: PaymentPreview
  payability: Payability
  /** For what the next payment waits, though nothing is on its way. */
  wait: PayWait | null
  control: Control<{ note: string }, unknown, { note: string }>
  left: readonly LeftPerson[]
  onLeave: (people: LeftPerson[]) => void
  targetBlocks: TargetBlocks
  onTarget: (blocks: TargetBlocks) => void
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  pending: boolean
  /** The answer was lost, and the outcome of the payment is being looked for. */
  looking: boolean
  error: Error | null
  onSeeTransactions: () => void
}

export function PayForm(props: PayFormProps) {
  const { payroll, preview, payability, wait, pending, looking, error } = props
  const { t } = useTranslation()
  const refusal = useRefusalText(error)
  const isKnown = preview.usdRate > 0 && preview.employees > 0
  const isFree = payability.inProgress === null
  return (
    <>
      <PayrollName payroll={payroll} />
      <Obstacles {...props} />
      <Block mt={5}>
        {payability.short && (isFree || wait) && isKnown ? (
          <Shortfall
            preview={preview}
            payability={payability}
            short={payability.short}
            address={payroll.cryptoAddress}
          />
        ) : (
          <>
            <Text variant="cell" as="p" tone="ink2">
              {t('payments.totalAmount')}
            </Text>
            <Block mb={5}>
              <Figure usd={preview.totalUsd} btc={isKnown ? preview.totalBtc : undefined} />
            </Block>
            {isKnown && isFree && <WhatHappens {...props} />}
          </>
        )}
      </Block>
      {looking && (
        <Notice tone="amber" role="status">
          {t('payments.looking')}
        </Notice>
      )}
      {refusal !== null && !pending && (
        <Notice tone="brick" role="alert">
          {refusal}
          <PreviewChanges error={error} />
        </Notice>
      )}
    </>
  )
}

/** Facts to know before the amounts; while a payment is under way nothing else counts. */
function Obstacles(props: PayFormProps) {
  const { payroll, preview, payability, wait, repeat, onRepeat, pending, onSeeTransactions } = props
  const { t } = useTranslation()
  const waitText = usePayWaitText()
  const { inProgress, obstacles, paidBefore, short } = payability
  if (wait) {
    return (
      <Notice tone="amber">
        {waitText(wait)}{' '}
        <Link
          component={RouterLink}
          to={paths.transaction(wait.transaction._id)}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {t('payments.seeTransaction')}
        </Link>
      </Notice>
    )
  }
  if (inProgress !== null) {
    return (
      <Notice tone="amber">
        {inProgress}{' '}
        <Link component="button" type="button" onClick={onSeeTransactions}>
          {t('payments.seeTransactions')}
        </Link>
      </Notice>
    )
  }
  return (
    <>
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="brick">
          {obstacle}
        </Notice>
      ))}
      <WaitsAfterReset
        waits={preview.waits}
        canLeave={preview.employees > (preview.waits?.employees.length ?? 0)}
        left={props.left}
        onLeave={props.onLeave}
        disabled={pending}
      />
      {payability.ahead !== null && (
        <UntrackedPayments
          payrollId={payroll._id}
          why={payability.ahead}
          untracked={preview.untracked}
        />
      )}
      {preview.resumes && (
        <UnpaidLines payroll={payroll} preview={preview} resumes={preview.resumes} />
      )}
      {paidBefore && (
        <PaidBefore
          at={paidBefore.at}
          // Asked once it can be answered: without funds there is nothing to repeat.
          canRepeat={short === null && obstacles.length === 0 && payability.ahead === null}
          repeat={repeat}
          onRepeat={onRepeat}
          disabled={pending}
        />
      )}
    </>
  )
}

function WhatHappens({ preview, payability, control, targetBlocks, onTarget }: PayFormProps) {
  const { t } = useTranslation()
  return (
    <>
      <FeeTargets targets={preview.targets} chosen={targetBlocks} onChoose={onTarget} />
      <PayFacts preview={preview} payability={payability} />
      {preview.gatherings > 0 && (
        <Text variant="secondary" pb={3} tone="ink2">
          {t('payments.gatherings', { count: preview.gatherings })}
        </Text>
      )}
      {preview.needsCode && (
        <Block pb={4}>
          <Notice tone="amber">
            <Text as="div" strong>
              {t('payments.asksForCode')}
            </Text>
            <CodeReasons reasons={preview.reasons} />
          </Notice>
        </Block>
      )}
      <Block pt={3} lineAbove>
        <TextField
          control={control}
          name="note"
          label={t('payments.note')}
          placeholder={t('payments.notePlaceholder')}
          optional
          maxLength={100}
          autoComplete="off"
        />
      </Block>
    </>
  )
}

export function PayrollName({ payroll }: { payroll: Payroll }) {
  return (
    <Text as="div" breakWords>
      <Text strong>{payroll.name}</Text>
      <Text tone="ink2">{payroll.description}</Text>
    </Text>
  )
}
