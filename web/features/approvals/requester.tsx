import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { Text } from '#web/ui/text.tsx'

/** The name and e-mail of who asked, and when; 'El calendario' where nobody did. */
export function Requester({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const { askedBy, askedByMe, askedAt } = approval
  return (
    <>
      <Text as="div" strong breakWords>
        {askedByMe ? t('approvals.you') : (askedBy?.name ?? t('approvals.calendar'))}
      </Text>
      {!askedByMe && askedBy && (
        <Text as="div" variant="secondary" tone="ink2" breakWords>
          {askedBy.email}
        </Text>
      )}
      <Text variant="secondary" tone="ink2">
        {words.when(askedAt)}
      </Text>
    </>
  )
}
