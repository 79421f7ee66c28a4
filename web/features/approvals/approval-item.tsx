import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { isOrder } from '#web/shared/approval/approvals-api.ts'
import { moneyOf, useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { ChangesLine } from '#web/shared/changes/changes-line.tsx'
import { paths } from '#web/shared/paths.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount, Btc } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { LackingApprovals } from './lacking.tsx'

/** An approval that waits for this person. */
export function ApprovalItem({ approval }: { approval: Approval }) {
  return usePhone() ? <Card approval={approval} /> : <Wide approval={approval} />
}

function Wide({ approval }: { approval: Approval }) {
  const words = useApprovalWords()
  return (
    <Grid columns="minmax(0, 1fr) 204px 184px auto" columnGap={6} align="start">
      <Block minWidth={0}>
        <Title approval={approval} />
        <Changes approval={approval} />
        <Text variant="secondary" tone="ink2" mt={1.5} breakWords>
          {words.requester(approval)}
        </Text>
      </Block>
      <Block minWidth={0}>
        <LackingApprovals approval={approval} />
        <Text variant="secondary" tone="ink2" mt={1} breakWords>
          {words.gave(approval)}
        </Text>
        <Text variant="secondary" tone="ink2">
          {words.ends(approval)}
        </Text>
      </Block>
      <Money approval={approval} />
      <Review approval={approval} />
    </Grid>
  )
}

function Card({ approval }: { approval: Approval }) {
  const words = useApprovalWords()
  const fee = useFee(approval)
  const money = moneyOf(approval)
  return (
    <>
      <Row gap={3} justify="between" align="start">
        <Block minWidth={0}>
          <Title approval={approval} />
        </Block>
        {money && <Amount usd={money.usd} btc={money.btc} />}
      </Row>
      <Changes approval={approval} />
      <Text variant="secondary" tone="ink2" mt={1} breakWords>
        {words.requester(approval)}
        {fee && `. ${fee}.`}
      </Text>
      <Row gap={3} justify="between" align="end" mt={2}>
        <Block minWidth={0}>
          <LackingApprovals approval={approval} />
          <Text variant="secondary" tone="ink2" mt={1}>
            {words.ends(approval)}
          </Text>
        </Block>
        <Review approval={approval} />
      </Row>
    </>
  )
}

function Title({ approval }: { approval: Approval }) {
  const words = useApprovalWords()
  const detail = words.detail(approval)
  return (
    <>
      <Text as="h2" size={{ xs: 16, md: 17 }} leading={24} strong m={0} breakWords>
        {words.title(approval)}
      </Text>
      {detail !== null && (
        <Text variant="body2" as="div" tone="ink2" breakWords>
          {approval.kind === 'WITHDRAWAL' ? <AddressShort address={detail} wide /> : detail}
        </Text>
      )}
    </>
  )
}

function Changes({ approval: { changes } }: { approval: Approval }) {
  return (
    changes && (
      <Block mt={2}>
        <ChangesLine summary={changes} />
      </Block>
    )
  )
}

function useFee({ feeCeilingUsd, occurrence, payment }: Approval): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (occurrence) {
    return t('approvals.payday.upTo', { amount: format.usd(occurrence.ceilingUsd) })
  }
  return feeCeilingUsd === null || payment?.bitcoinUsd === 0
    ? null
    : t('approvals.feeUpTo', { amount: format.usd(feeCeilingUsd) })
}

function Money({ approval }: { approval: Approval }) {
  const money = moneyOf(approval)
  const fee = useFee(approval)
  if (!money) return <span />
  return (
    <Block textAlign="right">
      <Figure usd={money.usd} size="item" />
      {money.btc !== undefined && (
        <Text size={13.5} tone="ink2" mt={1}>
          <Btc btc={money.btc} />
        </Text>
      )}
      {fee !== null && (
        <Text variant="secondary" tone="ink2">
          {fee}
        </Text>
      )}
    </Block>
  )
}

function Review({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  return (
    <Button
      component={Link}
      to={reviewPath(approval)}
      aria-label={t('approvals.reviewOf', { subject: words.title(approval) })}
      flex="none"
    >
      {t('approvals.review')}
    </Button>
  )
}

/** An approval of money leads to the page of its transaction. */
export const reviewPath = (approval: Approval): string =>
  approval.transaction && isOrder(approval)
    ? paths.transaction(approval.transaction._id)
    : paths.approval(approval._id)
