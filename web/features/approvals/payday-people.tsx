import { useTranslation } from 'react-i18next'
import type { PaydaySheet } from '#contract/calendar.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { usePaydaySheet } from '#web/shared/calendar/api.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PanelHead } from '#web/ui/panel.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'

type Line = PaydaySheet['lines'][number]

const pageSize = 10

/** The people who are paid once it is approved: the addresses are what an approval is about. */
export function PaydayPeople({ id, version }: { id: string; version: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = usePaydaySheet(id, version)
  const { page, setPage } = useListParams()
  const lines = data?.lines
  const total = lines?.length ?? 0
  useClampedPage({ page, setPage }, lines && Math.ceil(total / pageSize))
  const columns = useColumns()
  const title = t('transactions.detail.recipients')
  if (error) return <LoadFailedPanel title={title} error={error} onRetry={refetch} />
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={lines?.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={({ employee }) => employee._id}
      head={
        <PanelHead
          title={title}
          aside={t('calendar.people', { count: total, people: format.count(total) })}
        />
      }
      expected={4}
      empty={<EmptyState title={t('transactions.detail.nobody')} />}
      pager={
        <Pager
          page={page}
          pageSize={pageSize}
          total={total}
          onPage={(next) => setPage(next, { staysInView: true })}
        />
      }
    />
  )
}

function useColumns(): Column<Line>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`transactions.detail.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 328,
      // Never cut: who is paid is what an approval is about.
      wraps: true,
      cell: ({ employee }) => (
        <Text as="div" py={2} leading={20}>
          <PersonName of={employee} />
        </Text>
      ),
      onCard: { title: ({ employee }) => fullName(employee) },
      skeleton: 180,
      look: 'name',
    },
    {
      key: 'address',
      head: head('address'),
      width: 204,
      cell: (line) => <Address line={line} />,
      onCard: 'line',
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 156,
      align: 'right',
      cell: (line) => <Paid line={line} />,
      onCard: 'aside',
      skeleton: 76,
      look: 'plain',
    },
  ]
}

function Address({ line: { employee, cryptoAddress } }: { line: Line }) {
  const { t } = useTranslation()
  return (
    <Row as="span" inline gap={{ md: 1 }}>
      <Text as="span" tone="ink">
        <AddressShort address={cryptoAddress} wide />
      </Text>
      <CopyButton
        value={cryptoAddress}
        label={t('transactions.copyAddress', { name: fullName(employee) })}
      />
    </Row>
  )
}

/** The part in bitcoin, and beneath it what is paid in dollars. */
function Paid({ line: { bitcoinUsd, dollarsUsd } }: { line: Line }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Amount usd={bitcoinUsd} />
      {dollarsUsd > 0 && (
        <Text as="div" size={12.5} leading={18} tone="ink2">
          {t('approvals.payday.dollars', { amount: format.usd(dollarsUsd) })}
        </Text>
      )}
    </>
  )
}
