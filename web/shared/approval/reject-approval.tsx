import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { successText } from '#web/lib/answer-text.ts'
import { isOrder, useRejectApproval } from './approvals-api.ts'
import { RejectForm, RejectHead } from './reject-dialog.tsx'
import { moneyOf, useApprovalWords } from './use-approval-words.ts'

interface RejectApprovalProps {
  approval: Approval
  onClose: () => void
  onRejected: () => void
}

/** A rejection ends the order, by somebody who approves or by the person who asked. */
export function RejectApproval({ approval, ...closing }: RejectApprovalProps) {
  const { t } = useTranslation()
  const { title } = useApprovalWords()
  const reject = useRejectApproval(approval)
  const amount = moneyOf(approval)
  const { kind } = approval
  const ofOrder = isOrder(approval)
  return (
    <RejectForm
      {...closing}
      head={<RejectHead title={title(approval)} amount={amount} />}
      text={t(
        ofOrder
          ? 'approval.rejectText'
          : kind === 'OCCURRENCE'
            ? 'approvals.payday.reject'
            : 'approvals.rejectChange',
      )}
      done={ofOrder ? successText('paymentRejected') : t('approvals.rejected')}
      reject={reject}
    />
  )
}
