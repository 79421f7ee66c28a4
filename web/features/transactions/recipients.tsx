import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recipient } from '#contract/transactions.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PanelHead } from '#web/ui/panel.tsx'
import { RowCard } from '#web/ui/row-card.tsx'
import { AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'

const pageSize = 10

/** Who was paid what and where, as they were when the payment was planned. */
export function Recipients({
  transactionId,
  recipients,
}: {
  transactionId: string
  recipients: readonly Recipient[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asked, setPage] = useState(1)
  const page = Math.min(asked, Math.max(1, Math.ceil(recipients.length / pageSize)))
  return (
    <RecipientTable
      rows={recipients.slice((page - 1) * pageSize, page * pageSize)}
      aside={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          {t('transactions.detail.people', {
            count: recipients.length,
            people: format.count(recipients.length),
          })}
          <ExportButtons
            path={`/transactions/${encodeURIComponent(transactionId)}/recipients`}
            name={t('transactions.detail.recipients')}
            label={t('transactions.detail.recipients')}
          />
        </Box>
      }
      pager={<Pager page={page} pageSize={pageSize} total={recipients.length} onPage={setPage} />}
    />
  )
}

export function RecipientsSkeleton() {
  return <RecipientTable rows={undefined} />
}

interface RecipientTableProps {
  rows: readonly Recipient[] | undefined
  aside?: React.ReactNode
  pager?: React.ReactNode
}

function RecipientTable({ rows, aside, pager }: RecipientTableProps) {
  const { t } = useTranslation()
  const title = t('transactions.detail.recipients')
  return (
    <DataTable
      label={title}
      columns={useColumns()}
      rows={rows}
      rowKey={({ userId }) => userId}
      head={<PanelHead title={title} aside={aside} />}
      expected={4}
      empty={<EmptyState title={t('transactions.detail.nobody')} />}
      pager={pager}
      card={(recipient) => (
        <RowCard
          title={<Box sx={{ overflowWrap: 'anywhere' }}>{fullName(recipient)}</Box>}
          detail={<Address recipient={recipient} />}
          aside={<Paid recipient={recipient} />}
        />
      )}
    />
  )
}

function useColumns(): Column<Recipient>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`transactions.detail.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 334,
      cell: (recipient) => <span title={fullName(recipient)}>{fullName(recipient)}</span>,
      skeleton: 180,
      look: 'name',
    },
    {
      key: 'address',
      head: head('address'),
      width: 250,
      cell: (recipient) => <Address recipient={recipient} />,
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 156,
      align: 'right',
      cell: (recipient) => <Paid recipient={recipient} />,
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
  ]
}

const Paid = ({ recipient: { usdAmount, btcAmount } }: { recipient: Recipient }) => (
  <Amount usd={usdAmount} btc={btcAmount} />
)

function Address({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ color: 'ink' }}>
        <AddressShort address={recipient.cryptoAddress} wide />
      </Box>
      <CopyButton
        value={recipient.cryptoAddress}
        label={t('transactions.copyAddress', { name: fullName(recipient) })}
      />
    </Box>
  )
}
