import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import type { PayWait } from '#web/shared/payments/pay-wait.ts'
import { HeldNote } from './held-note.tsx'
import type { Payability } from './payability.ts'
import type { RunChangesState } from './use-run-changes.ts'
import { findWaitingWithdrawal } from './waiting-withdrawal.tsx'

interface WhyNotProps {
  preview: PaymentPreview
  payability: Payability
  wait: PayWait | null
  /** People share an address, and nobody has said that it is right. */
  isShared: boolean
  repeat: boolean
  run: RunChangesState
}

/** Beside the button: why it can't be pressed, or how held people are paid. */
export function WhyNot(props: WhyNotProps) {
  const { t } = useTranslation()
  const { changes, error, held, choices } = props.run
  const why = useWhyNot(props)
  if (why) return <div>{why}</div>
  if (!changes && error) return <div>{t('payments.held.changesFailed')}</div>
  if (held.length === 0) return null
  return (
    <div role="status">
      <HeldNote held={held} choices={choices} />
    </div>
  )
}

function useWhyNot({ preview, payability, wait, isShared, repeat }: WhyNotProps): string | null {
  const { t } = useTranslation()
  if (wait) return t(`payments.whyNot.wait.${wait.kind}`, { depth: buriedDepth })
  if (findWaitingWithdrawal(preview)) return t('payments.withdrawal.whyNot')
  if (payability.inProgress !== null) return t('payments.whyNot.inProgress')
  if (preview.employees === 0) return t('payments.whyNot.nobody')
  const { obstacles, consolidates, untracked, short, paidBefore } = payability
  if (consolidates) return t('consolidate.whyNot')
  if (obstacles.length > 0 || untracked !== null || preview.waits)
    return t('payments.whyNot.obstacles')
  if (short) return t('payments.whyNot.short')
  if (payability.uncertain && !repeat) return t('payments.whyNot.uncertain')
  if (paidBefore && !repeat) return t('payments.whyNot.repeat')
  return isShared ? t('payments.shared.tick') : null
}
