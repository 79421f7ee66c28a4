import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApprovedChange } from '#contract/approvals.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { paths } from '#web/shared/paths.ts'
import { IconButton } from '#web/ui/controls.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { TakesEffect } from './takes-effect.tsx'

/** Changes that have their approvals and wait for their 24 hours. */
export function ApprovedChanges({ changes }: { changes: readonly ApprovedChange[] }) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const titleId = useId()
  return (
    <Block mt={{ xs: 7, md: 8 }}>
      <Text id={titleId} variant="h2" mb={4}>
        {t('approvals.approved.title')}
      </Text>
      <Panel flush labelledBy={titleId}>
        <Block as="ul">
          {changes.map((change, index) => (
            <Block key={change._id} as="li" px={textInset} py={3.5} lineAbove={index > 0}>
              <Row gap={3} justify="between">
                <Block minWidth={0}>
                  <Text as="div" strong breakWords>
                    {words.title(change)}
                  </Text>
                  <TakesEffect change={change} />
                  <Text variant="secondary" tone="ink2" breakWords>
                    {words.gave(change)}
                  </Text>
                </Block>
                <IconButton
                  component={Link}
                  to={paths.approval(change._id)}
                  aria-label={t('approvals.reviewOf', { subject: words.title(change) })}
                >
                  <ArrowForwardIcon />
                </IconButton>
              </Row>
            </Block>
          ))}
        </Block>
      </Panel>
    </Block>
  )
}
