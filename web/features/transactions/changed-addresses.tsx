import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressChange } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { Text } from '#web/ui/text.tsx'

const shownAtFirst = 5

/**
 * People who are about to be paid to another address than last time: the first thing for an
 * approver to check.
 */
export function ChangedAddresses({ changes }: { changes: readonly AddressChange[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const { shown, rest, showAll } = useTruncatedList(changes, shownAtFirst)
  return (
    <Panel flush labelledBy={titleId}>
      <PanelHead
        id={titleId}
        title={t('transactions.approval.changes')}
        aside={t('transactions.approval.since')}
      />
      <Block as="ul">
        {shown.map((change) => (
          <Block key={change.userId} as="li" px={rowInset} pt={4} pb={4} lineAbove>
            <Change change={change} />
          </Block>
        ))}
      </Block>
      {rest > 0 && (
        <Block px={rowInset} py={4} lineAbove>
          <Link component="button" type="button" onClick={showAll}>
            {t('ui.showRest', { rest: format.count(rest) })}
          </Link>
        </Block>
      )}
    </Panel>
  )
}

function Change({ change }: { change: AddressChange }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { changedAt, changedBy, usdAmount, btcAmount, from, to } = change
  return (
    <>
      <Row justify="between" gap={4} align="stretch">
        <Block minWidth={0}>
          <Text strong leading={22} breakWords>
            <PersonName of={change} />
          </Text>
          {changedAt !== null && (
            <Text variant="body2" tone="ink2" breakWords>
              {changedBy === null
                ? t('transactions.approval.changedAt', { date: format.dateTime(changedAt) })
                : t('transactions.approval.changedBy', {
                    date: format.dateTime(changedAt),
                    name: changedBy,
                  })}
            </Text>
          )}
        </Block>
        <Amount usd={usdAmount} btc={btcAmount} />
      </Row>
      <BeforeAndNow from={from} to={to} />
    </>
  )
}
