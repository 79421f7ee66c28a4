import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressChange } from '#contract/transactions.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'

const shownAtFirst = 5

/** Who is about to be paid elsewhere than when last paid: what somebody who approves looks at first. */
export function ChangedAddresses({ changes }: { changes: readonly AddressChange[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const { shown, rest, showAll } = useTruncatedList(changes, shownAtFirst)
  const inset = { px: rowInset, borderTop: 1, borderColor: 'line' }
  return (
    <Panel flush labelledBy={titleId}>
      <PanelHead
        id={titleId}
        title={t('transactions.approval.changes')}
        aside={t('transactions.approval.since')}
      />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((change) => (
          <Box component="li" key={change.userId} sx={{ ...inset, pt: 4, pb: 4 }}>
            <Change change={change} />
          </Box>
        ))}
      </Box>
      {rest > 0 && (
        <Box sx={{ ...inset, py: 4 }}>
          <Link component="button" type="button" onClick={showAll}>
            {t('ui.showRest', { rest: format.count(rest) })}
          </Link>
        </Box>
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
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: '22px', overflowWrap: 'anywhere' }}>
            {fullName(change)}
          </Typography>
          {changedAt !== null && (
            <Typography variant="body2" sx={{ color: 'ink2', overflowWrap: 'anywhere' }}>
              {changedBy === null
                ? t('transactions.approval.changedAt', { date: format.dateTime(changedAt) })
                : t('transactions.approval.changedBy', {
                    date: format.dateTime(changedAt),
                    name: changedBy,
                  })}
            </Typography>
          )}
        </Box>
        <Amount usd={usdAmount} btc={btcAmount} />
      </Box>
      <BeforeAndNow from={from} to={to} />
    </>
  )
}
