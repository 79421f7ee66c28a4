import ArrowForward from '@mui/icons-material/ArrowForward'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/lib/paths.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from './address-text.tsx'
import { Amount, Btc } from './amount.tsx'
import { CopyButton } from './copy-button.tsx'
import { ExternalTxLink } from './external-tx-link.tsx'
import { AmountSkeleton } from './skeleton.tsx'
import { StateLabel } from './state-label.tsx'
import type { Column } from './table-props.ts'

/** Older payments have no page of their own: the later of the specification's two dates shows fewer. */
const detailsSince = Date.parse('2022-06-18T00:00:00-06:00')

export const hasDetails = ({ type, createdAt }: Transaction) =>
  type === 'send' && Date.parse(createdAt) > detailsSince

function DetailArrow({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!hasDetails(transaction)) return null
  const { payroll, usd, _id } = transaction
  return (
    <IconButton
      component={Link}
      to={paths.transaction(_id)}
      size="small"
      aria-label={t('transactions.open', { name: payroll.name, amount: format.usd(usd) })}
      sx={{ mr: -2 }}
    >
      <ArrowForward />
    </IconButton>
  )
}

function Address({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { cryptoAddress, payroll } = transaction
  if (cryptoAddress === '') return null
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <AddressShort address={cryptoAddress} />
      <CopyButton
        value={cryptoAddress}
        label={t('transactions.copyAddress', { name: payroll.name })}
      />
    </Box>
  )
}

type Columns = Column<Transaction>[]

/** What every table of transactions has. */
function useCommonColumns() {
  const { t } = useTranslation()
  const head = (column: string) => t(`transactions.column.${column}`)
  const format = useFormat()
  return {
    head,
    format,
    state: {
      key: 'state',
      head: head('state'),
      width: 230,
      cell: ({ state }: Transaction) => (
        // Where it is narrow, 'Esperando Aprobación' takes two lines.
        <Box sx={{ whiteSpace: 'normal' }}>
          <StateLabel state={state} />
        </Box>
      ),
      skeleton: 108,
    },
    rate: {
      key: 'rate',
      head: head('rate'),
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
      skeleton: 116,
    },
    detail: {
      key: 'detail',
      head: head('detail'),
      headHidden: true,
      rigid: true,
      align: 'right' as const,
      cell: (transaction: Transaction) => <DetailArrow transaction={transaction} />,
      skeleton: null,
    },
  }
}

/** Of the whole company: with the payroll and its address. */
export function useCompanyColumns(): Columns {
  const { t } = useTranslation()
  const { head, format, state, rate, txid, detail } = useCommonColumns()
  return [
    state,
    {
      key: 'type',
      head: head('type'),
      width: 230,
      cell: ({ payroll, type }) => (
        <TwoLines strong={payroll.name} rest={t(`transactionType.${type}`)} />
      ),
      skeleton: <AmountSkeleton align="left" />,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 116,
      rigid: true,
      align: 'right',
      cell: ({ usd, btc }) => <Amount usd={usd} btc={btc} />,
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    { ...rate, width: 98 },
    {
      key: 'address',
      head: head('address'),
      width: 170,
      rigid: true,
      apart: true,
      cell: (transaction) => <Address transaction={transaction} />,
      skeleton: 124,
      look: 'plain',
    },
    { ...txid, width: 144 },
    {
      key: 'date',
      head: head('date'),
      width: 98,
      rigid: true,
      cell: ({ createdAt }) => format.date(createdAt),
      skeleton: 78,
    },
    { ...detail, width: 52 },
  ]
}

/** Of one payroll: both amounts in columns of their own, and the hour. */
export function usePayrollColumns(): Columns {
  const { t } = useTranslation()
  const { head, format, state, rate, txid, detail } = useCommonColumns()
  return [
    state,
    {
      key: 'type',
      head: head('type'),
      width: 230,
      cell: ({ type }) => t(`transactionType.${type}`),
      skeleton: 104,
      look: 'plain',
    },
    {
      key: 'usd',
      head: head('amountUsd'),
      width: 112,
      rigid: true,
      align: 'right',
      cell: ({ usd }) => format.usd(usd),
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
    { ...rate, width: 98 },
    { ...txid, width: 168, apart: true },
    {
      key: 'date',
      head: head('date'),
      width: 148,
      rigid: true,
      cell: ({ createdAt }) => format.dateTime(createdAt),
      skeleton: 124,
    },
    { ...detail, width: 52 },
  ]
}

function TwoLines({ strong, rest }: { strong: string; rest: string }) {
  const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }
  return (
    <>
      <Box component="span" sx={{ ...line, fontWeight: 600, lineHeight: '20px' }} title={strong}>
        {strong}
      </Box>
      <Box
        component="span"
        sx={{ ...line, color: 'ink2', fontSize: '0.84375rem', lineHeight: '19px' }}
      >
        {rest}
      </Box>
    </>
  )
}
