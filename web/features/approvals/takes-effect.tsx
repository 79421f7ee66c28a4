import { useTranslation } from 'react-i18next'
import type { ApprovedChange } from '#contract/approvals.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'

/** 'Rige mañana, 9:30' */
export function TakesEffect({ change: { effectiveAt } }: { change: ApprovedChange }) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  return (
    <Row gap={2} tone="amber" strong size={15} leading={22}>
      <Mark name="clock" />
      <span>{t('approvals.approved.head', { when: words.when(effectiveAt) })}</span>
    </Row>
  )
}
