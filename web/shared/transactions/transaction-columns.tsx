import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { typeName } from '#web/shared/transactions/type-name.ts'
import { Amount, Btc } from '#web/ui/amount.tsx'
import { AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { ExternalTxLink } from './external-tx-link.tsx'
import { StateLabel } from './state-label.tsx'
import { DetailArrow, DetailLink, NameAndType, TransactionAddress } from './transaction-cells.tsx'

type Columns = Column<Transaction>[]

/** The columns of every table of transactions. */
function useCommonColumns() {
  const { t } = useTranslation()
  const typeText = (transaction: Transaction) => t(`transactionType.${typeName(transaction)}`)
  const head = (column: string) => t(`transactions.column.${column}`)
  const format = useFormat()
  return {
    head,
    format,
    typeText,
    state: {
      key: 'state',
      head: head('state'),
      width: 230,
      // The label 'Esperando Aprobación' takes two lines where the column is narrow.
      wraps: true,
      cell: ({ state, waitingFor }: Transaction) => (
        <StateLabel state={state} waitingFor={waitingFor} />
      ),
      onCard: 'foot' as const,
      skeleton: 108,
    },
    type: { key: 'type', head: head('type'), width: 230, look: 'plain' as const },
    rate: {
      key: 'rate',
      head: head('rate'),
      // '118.432,15 $', with room for a price above a million.
      width: 112,
      rigid: true,
      align: 'right' as const,
      cell: ({ usdRate }: Transaction) => (usdRate > 0 ? format.usd(usdRate) : '–'),
      skeleton: 70,
    },
    txid: {
      key: 'txid',
      head: head('txid'),
      rigid: true,
      cell: ({ txid }: Transaction) => (txid === null ? '–' : <ExternalTxLink txid={txid} />),
      onCard: { actions: ({ txid }: Transaction) => txid && <ExternalTxLink txid={txid} /> },
      skeleton: 116,
    },
    date: { key: 'date', head: head('date'), rigid: true, onCard: 'fact' as const },
    detail: {
      key: 'detail',
      head: head('detail'),
      headHidden: true,
      width: 52,
      rigid: true,
      align: 'right' as const,
      cell: (transaction: Transaction) => <DetailArrow transaction={transaction} />,
    },
  }
}

/** Columns for the whole company: with the payroll and its address. */
export function useCompanyColumns(): Columns {
  const { head, format, typeText, state, type, rate, txid, date, detail } = useCommonColumns()
  return [
    state,
    {
      ...type,
      cell: (row) => <NameAndType name={row.payroll.name} type={typeText(row)} />,
      onCard: {
        title: (row) => <DetailLink transaction={row} text={row.payroll.name} />,
        fact: typeText,
      },
      skeleton: <AmountSkeleton align="left" />,
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 116,
      rigid: true,
      align: 'right',
      cell: ({ usd, btc }) => <Amount usd={usd} btc={btc} />,
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    rate,
    {
      key: 'address',
      head: head('address'),
      width: 170,
      rigid: true,
      apart: true,
      cell: (transaction) => <TransactionAddress transaction={transaction} />,
      skeleton: 124,
      look: 'plain',
    },
    { ...txid, width: 144 },
    {
      ...date,
      width: 112,
      cell: ({ createdAt }) => format.date(createdAt),
      skeleton: 78,
    },
    detail,
  ]
}

/** Columns for one payroll: both amounts in columns of their own, and the hour. */
export function usePayrollColumns(): Columns {
  const { head, format, typeText, state, type, rate, txid, date, detail } = useCommonColumns()
  return [
    state,
    {
      ...type,
      cell: typeText,
      onCard: { title: (row) => <DetailLink transaction={row} text={typeText(row)} /> },
      skeleton: 104,
    },
    {
      key: 'usd',
      head: head('amountUsd'),
      width: 112,
      rigid: true,
      align: 'right',
      cell: ({ usd }) => format.usd(usd),
      onCard: { aside: ({ usd, btc }) => <Amount usd={usd} btc={btc} /> },
      skeleton: 72,
      look: 'name',
    },
    {
      key: 'btc',
      head: head('amountBtc'),
      width: 122,
      rigid: true,
      align: 'right',
      cell: ({ btc }) => <Btc btc={btc} unit={false} />,
      skeleton: 90,
    },
    rate,
    { ...txid, width: 156, apart: true },
    {
      ...date,
      width: 170,
      cell: ({ createdAt }) => format.dateTime(createdAt),
      skeleton: 124,
    },
    detail,
  ]
}
