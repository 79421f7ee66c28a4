import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CopyableAddress } from '#web/shared/address/copyable-address.tsx'
import { paths } from '#web/shared/paths.ts'
import { Amount } from '#web/ui/amount.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Row } from '#web/ui/layout.tsx'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { RowCard } from '#web/ui/row-card.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Tag } from '#web/ui/tag.tsx'

interface RowActions {
  onEdit: (payroll: Payroll) => void
  onDelete: (payroll: Payroll) => void
}

interface PayrollTableProps extends RowActions {
  /** Undefined while loading. */
  payrolls: readonly Payroll[] | undefined
  empty: ReactNode
  pager: ReactNode
}

export function PayrollTable({ payrolls, empty, pager, ...actions }: PayrollTableProps) {
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
      card={(payroll) => (
        <RowCard
          title={<Name payroll={payroll} />}
          detail={
            <Row wrap columnGap={2}>
              {t('payrolls.people', { count: payroll.employees })}
              <Tag>{payroll.type}</Tag>
              <Box
                component="span"
                title={payroll.description}
                sx={{
                  display: { xs: 'none', sm: 'block' },
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {payroll.description}
              </Box>
            </Row>
          }
          aside={<Balance payroll={payroll} />}
          foot={<Address payroll={payroll} wide />}
          actions={<Actions payroll={payroll} {...actions} />}
        />
      )}
    />
  )
}

function useColumns(actions: RowActions): Column<Payroll>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const head = (column: string) => t(`payrolls.column.${column}`)
  return [
    {
      key: 'type',
      head: head('type'),
      width: 135,
      cell: ({ type }) => <Tag>{type}</Tag>,
      skeleton: 62,
    },
    {
      key: 'name',
      head: head('name'),
      width: 235,
      cell: (payroll) => <Name payroll={payroll} inRow />,
      skeleton: 150,
      look: 'name',
    },
    {
      key: 'people',
      head: head('people'),
      width: 120,
      align: 'right',
      cell: ({ employees }) => format.count(employees),
      skeleton: 22,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 127,
      align: 'right',
      cell: (payroll) => <Balance payroll={payroll} />,
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'address',
      head: head('address'),
      width: 195,
      apart: true,
      cell: (payroll) => <Address payroll={payroll} />,
      skeleton: 124,
      look: 'plain',
    },
    {
      key: 'description',
      head: head('description'),
      width: 210,
      cell: ({ description }) => <ClampedText text={description} />,
      skeleton: 170,
    },
    {
      key: 'action',
      head: head('action'),
      width: 114,
      align: 'right',
      cell: (payroll) => <Actions payroll={payroll} {...actions} />,
      skeleton: <ActionsSkeleton />,
    },
  ]
}

function Name({ payroll, inRow = false }: { payroll: Payroll; inRow?: boolean }) {
  return (
    <Link
      component={RouterLink}
      to={paths.payroll(payroll._id)}
      sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
    >
      {inRow ? <ClampedText text={payroll.name} /> : payroll.name}
    </Link>
  )
}

const Balance = ({ payroll: { balance } }: { payroll: Payroll }) => (
  <Amount usd={balance.usdBalance} btc={balance.btcBalance} />
)

function Address({ payroll, wide = false }: { payroll: Payroll; wide?: boolean }) {
  const { t } = useTranslation()
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
