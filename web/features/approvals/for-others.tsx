import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { colleagueText } from '#contract/colleague.ts'
import { moneyOf, useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Amount } from '#web/ui/amount.tsx'
import { IconButton } from '#web/ui/controls.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { reviewPath } from './approval-item.tsx'
import { LackingApprovals } from './lacking.tsx'

/** Changes that this person has approved, asked for, or may not approve. */
export function ForOthers({ approvals }: { approvals: readonly Approval[] }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const titleId = useId()
  return (
    <Block mt={{ xs: 7, md: 8 }}>
      <Text id={titleId} variant="h2" mb={4}>
        {t('approvals.others')}
      </Text>
      <Panel flush labelledBy={titleId}>
        <Block as="ul">
          {approvals.map((approval, index) => (
            <Block key={approval._id} as="li" px={textInset} py={3.5} lineAbove={index > 0}>
              {phone ? <Card approval={approval} /> : <Wide approval={approval} />}
            </Block>
          ))}
        </Block>
      </Panel>
    </Block>
  )
}

type OneProps = { approval: Approval }

function Wide({ approval }: OneProps) {
  return (
    <Grid columns="minmax(0, 1fr) 140px 236px 40px" columnGap={6}>
      <Subject approval={approval} />
      <Money approval={approval} />
      <Block minWidth={0}>
        <Standing approval={approval} />
        <Text variant="secondary" tone="ink2" breakWords>
          <Why approval={approval} />
        </Text>
      </Block>
      <Open approval={approval} />
    </Grid>
  )
}

function Card({ approval }: OneProps) {
  return (
    <>
      <Row gap={3} justify="between" align="start">
        <Subject approval={approval} />
        <Money approval={approval} />
      </Row>
      <Row gap={3} justify="between">
        <Block minWidth={0}>
          <Standing approval={approval} />
          <Text variant="secondary" tone="ink2" breakWords>
            <Why approval={approval} />
          </Text>
        </Block>
        <Open approval={approval} />
      </Row>
    </>
  )
}

function Subject({ approval }: OneProps) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const { kind, askedByMe, askedBy, askedAt } = approval
  const detail = kind === 'WITHDRAWAL' ? null : words.detail(approval)
  const requester = askedByMe
    ? t('approvals.askedByYouShort', { when: words.when(askedAt) })
    : askedBy
      ? t('approvals.askedShort', { name: colleagueText(askedBy) })
      : t('approvals.preparedShort')
  return (
    <Block minWidth={0}>
      <Text as="div" strong breakWords>
        {words.title(approval)}
      </Text>
      <Text variant="secondary" tone="ink2" breakWords>
        {[detail, requester].filter((part) => part !== null).join(' · ')}
      </Text>
    </Block>
  )
}

function Money({ approval }: OneProps) {
  const money = moneyOf(approval)
  return money ? <Amount usd={money.usd} btc={money.btc} /> : <span />
}

/** The person's own answer, or how many approvals are missing. */
function Standing({ approval }: OneProps) {
  const { t } = useTranslation()
  if (approval.refusal !== 'ALREADY_APPROVED') return <LackingApprovals approval={approval} />
  return (
    <Row gap={2} tone="anil" strong size={15} leading={22}>
      <Mark name="signature" />
      <span>{t('approvals.already')}</span>
    </Row>
  )
}

function Why({ approval }: OneProps) {
  const { t } = useTranslation()
  const { can } = useRole()
  const words = useApprovalWords()
  const { refusal, askedByMe } = approval
  if (refusal === 'ALREADY_APPROVED') return words.lacking(approval)
  if (refusal === 'RELEASE_BY_SAME_PERSON') return t('approvals.changedByYou')
  if (askedByMe) return t('approvals.own')
  if (refusal === 'APPROVER_TOO_NEW') return t('approvals.tooNew')
  return refusal === 'WRONG_ASSERTION' && can('approve')
    ? t('approvals.needsKey')
    : words.gave(approval)
}

function Open({ approval }: OneProps) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  return (
    <IconButton
      component={Link}
      to={reviewPath(approval)}
      aria-label={t('approvals.reviewOf', { subject: words.title(approval) })}
    >
      <ArrowForwardIcon />
    </IconButton>
  )
}
