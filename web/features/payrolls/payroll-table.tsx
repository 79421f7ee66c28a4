import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CopyableAddress } from '#web/shared/address/copyable-address.tsx'
import { paths } from '#web/shared/paths.ts'
import { StatusLabel } from '#web/shared/payday/status-label.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { Link } from '#web/ui/controls.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNarrow } from '#web/ui/use-phone.ts'

interface RowActions {
  onEdit: (payroll: Payroll) => void
  onDelete: (payroll: Payroll) => void
}

interface PayrollTableProps {
  /** Undefined while loading. */
  payrolls: readonly Payroll[] | undefined
  /** Undefined where the person may change none. */
  actions: RowActions | undefined
  empty: ReactNode
  pager: ReactNode
}

export function PayrollTable({ payrolls, actions, empty, pager }: PayrollTableProps) {
  const { t } = useTranslation()
  const columns = useColumns(actions)
  return (
    <DataTable
      label={t('payrolls.title')}
      columns={columns}
      rows={payrolls}
      rowKey={({ _id }) => _id}
      rowHeight={68}
      empty={empty}
      pager={pager}
    />
  )
}

function useColumns(actions: RowActions | undefined): Column<Payroll>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const isNarrow = useNarrow()
  const head = (column: string) => t(`payrolls.column.${column}`)
  return [
    {
      key: 'type',
      head: head('type'),
      width: 118,
      cell: ({ type }) => <Tag>{type}</Tag>,
      skeleton: 62,
    },
    {
      key: 'name',
      head: head('name'),
      width: 192,
      cell: (payroll) => <Name payroll={payroll} inRow />,
      onCard: { title: (payroll) => <Name payroll={payroll} /> },
      skeleton: 150,
      look: 'name',
    },
    {
      key: 'people',
      head: head('people'),
      width: 112,
      align: 'right',
      cell: ({ employees }) => format.count(employees),
      onCard: {
        line: ({ employees, type }) => (
          <Row wrap columnGap={2}>
            {t('payrolls.people', { count: employees })}
            <Tag>{type}</Tag>
          </Row>
        ),
      },
      skeleton: 22,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 122,
      align: 'right',
      cell: (payroll) => <Balance payroll={payroll} />,
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'status',
      head: head('status'),
      width: 206,
      wraps: true,
      cell: (payroll) => <StatusLabel payroll={payroll} />,
      onCard: {
        foot: (payroll) => (
          <Block pt={1.5}>
            <StatusLabel payroll={payroll} />
          </Block>
        ),
      },
      skeleton: <AmountSkeleton align="left" />,
      look: 'plain',
    },
    {
      key: 'address',
      head: head('address'),
      width: 170,
      cell: (payroll) => <Address payroll={payroll} />,
      onCard: { foot: (payroll) => <Address payroll={payroll} wide /> },
      skeleton: 124,
      look: 'plain',
    },
    {
      key: 'description',
      head: head('description'),
      width: 126,
      cell: ({ description }) => <ClampedText text={description} />,
      ...(!isNarrow && {
        onCard: {
          line: ({ description }) => (
            <Text as="div" truncate title={description}>
              {description}
            </Text>
          ),
        },
      }),
      skeleton: 100,
    },
    ...(actions ? [actionColumn(head('action'), actions)] : []),
  ]
}

const actionColumn = (head: string, actions: RowActions): Column<Payroll> => ({
  key: 'action',
  head,
  width: 104,
  align: 'right',
  cell: (payroll) => <Actions payroll={payroll} {...actions} />,
  onCard: 'actions',
  skeleton: <ActionsSkeleton />,
})

function Name({ payroll, inRow = false }: { payroll: Payroll; inRow?: boolean }) {
  return (
    <Link component={RouterLink} to={paths.payroll(payroll._id)} strong breakWords>
      {inRow ? <ClampedText text={payroll.name} /> : payroll.name}
    </Link>
  )
}

/** The balance, and beneath it what it is for. */
function Balance({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { balance, totalAmount, status } = payroll
  const line = () => {
    switch (status.code) {
      case 'noPeople':
      case 'paidInPart':
        return null
      case 'sent':
        return t('payday.list.afterwards')
      case 'paid':
        return t('payday.list.next')
      default:
        return t('payday.list.of', { amount: format.usd(totalAmount) })
    }
  }
  const beneath = line()
  if (beneath === null) return <Amount usd={balance.usdBalance} btc={balance.btcBalance} />
  return (
    <Text as="div" textAlign="right">
      <Text as="div" size={15} leading={20} strong>
        {format.usd(balance.usdBalance)}
      </Text>
      <Text as="div" size={12.5} leading={18} tone="ink2">
        {beneath}
      </Text>
    </Text>
  )
}

function Address({ payroll, wide = false }: { payroll: Payroll; wide?: boolean }) {
  const { t } = useTranslation()
  if (payroll.cryptoAddress === '') {
    return (
      <Text as="span" tone="brick">
        {t('payday.fund.notShownShort')}
      </Text>
    )
  }
  return (
    <CopyableAddress
      address={payroll.cryptoAddress}
      label={t('payrolls.copyAddress', { name: payroll.name })}
      wide={wide}
      spaced
    />
  )
}

function Actions({ payroll, onEdit, onDelete }: RowActions & { payroll: Payroll }) {
  const { t } = useTranslation()
  const { name } = payroll
  return (
    <RowButtons
      editLabel={t('payrolls.edit.label', { name })}
      edit={() => onEdit(payroll)}
      removeLabel={t('payrolls.delete.label', { name })}
      onRemove={() => onDelete(payroll)}
    />
  )
}
