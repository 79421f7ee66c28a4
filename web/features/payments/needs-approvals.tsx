import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { CodeReasons } from '#web/shared/approval/code-reasons.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'

/** Before somebody pays: how many others have to approve it, or that it asks for a code. */
export function NeedsApprovals({ preview }: { preview: PaymentPreview }) {
  const { t } = useTranslation()
  const { approvalsRequired: count, needsCode, reasons } = preview
  if (preview.approvedBefore) return <ApprovedBefore />
  if (count === 0 && !needsCode) return null
  return (
    <Block pb={4}>
      <Notice tone="amber">
        <Text as="div" strong>
          {count > 0 ? t('approvals.needs', { count }) : t('payments.asksForCode')}
        </Text>
        <CodeReasons reasons={reasons} />
        {count > 0 && t('approvals.needsText')}
      </Notice>
    </Block>
  )
}

/** The payday was approved before, with this list: one button pays it. */
function ApprovedBefore() {
  const { t } = useTranslation()
  return (
    <Row gap={2.5} align="start" pb={4}>
      <Mark name="signature" tone="anil" mt="3px" />
      <Block minWidth={0}>
        <Text as="div" strong tone="anil">
          {t('approvals.payday.before')}
        </Text>
        <Text variant="body2" tone="ink2">
          {t('approvals.payday.beforeText')}
        </Text>
      </Block>
    </Row>
  )
}
