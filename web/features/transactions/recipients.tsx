import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recipient, Transaction } from '#contract/transactions.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { IconButton } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { HoverTip } from '#web/ui/hover-tip.tsx'
import { ReceiptLongIcon } from '#web/ui/icons/receipt-long.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PanelHead } from '#web/ui/panel.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { ReceiptDownload, ReceiptsFile } from './receipt-pdf.tsx'
import { onlyReceiptOf } from './receipts-file.ts'

const pageSize = 10

/** The payees, amounts and addresses, as they were when the payment was planned. */
export function Recipients({
  transaction,
  recipients,
  neverPaid = [],
  onReceipt,
}: {
  transaction: Transaction
  recipients: readonly Recipient[]
  /** Ids of those who were never paid, while that is to be decided about. */
  neverPaid?: readonly string[] | undefined
  onReceipt: (recipient: Recipient) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { page, setPage } = useListParams()
  useClampedPage({ page, setPage }, Math.ceil(recipients.length / pageSize))
  // A receipt says that somebody was paid: not before it is on its way.
  const isPaid = transaction.state === 'unconfirmed' || transaction.state === 'confirmed'
  const mayExport = useRole().can('export')
  const paymentId = transaction.payment?._id
  const isFirst = useMemo(() => new Set(neverPaid), [neverPaid])
  return (
    <RecipientTable
      isFirst={isFirst}
      onReceipt={isPaid && mayExport ? onReceipt : undefined}
      paymentId={paymentId}
      rows={recipients.slice((page - 1) * pageSize, page * pageSize)}
      aside={
        <Row gap={3}>
          <Block as="span" hideBelow="sm">
            {t('transactions.detail.people', {
              count: recipients.length,
              people: format.count(recipients.length),
            })}
          </Block>
          {mayExport && paymentId !== undefined && recipients.some(hasFile) && (
            <ReceiptsFile paymentId={paymentId} only={onlyReceipt(transaction, recipients)} />
          )}
          {mayExport && (
            <ExportButtons
              path={`/transactions/${encodeURIComponent(transaction._id)}/recipients`}
              name={t('transactions.detail.recipients')}
              label={t('transactions.detail.recipients')}
            />
          )}
        </Row>
      }
      pager={
        <Pager
          page={page}
          pageSize={pageSize}
          total={recipients.length}
          onPage={(next) => setPage(next, { staysInView: true })}
        />
      }
    />
  )
}

export function RecipientsSkeleton() {
  return <RecipientTable rows={undefined} />
}

const nobody: ReadonlySet<string> = new Set()

export function FirstPayment() {
  const { t } = useTranslation()
  return <Tag>{t('transactions.approval.firstTag')}</Tag>
}

type OnReceipt = ((recipient: Recipient) => void) | undefined

interface Receipts {
  onReceipt: NonNullable<OnReceipt>
  paymentId: string | undefined
}

const hasFile = ({ receiptNumber }: Recipient) => receiptNumber !== null

/** The run's one receipt; null where other people or other transactions of it may have some. */
const onlyReceipt = ({ payment }: Transaction, recipients: readonly Recipient[]) =>
  payment?.count === 1 ? onlyReceiptOf(recipients) : null

interface RecipientTableProps {
  isFirst?: ReadonlySet<string>
  onReceipt?: OnReceipt
  /** The run that it belongs to. */
  paymentId?: string | undefined
  rows: readonly Recipient[] | undefined
  aside?: React.ReactNode
  pager?: React.ReactNode
}

function RecipientTable(props: RecipientTableProps) {
  const { rows, aside, pager, onReceipt, paymentId, isFirst = nobody } = props
  const receipt = onReceipt && { onReceipt, paymentId }
  const { t } = useTranslation()
  const title = t('transactions.detail.recipients')
  return (
    <DataTable
      label={title}
      columns={useColumns(receipt, isFirst)}
      rows={rows}
      rowKey={({ userId }) => userId}
      head={<PanelHead title={title} aside={aside} />}
      expected={4}
      empty={<EmptyState title={t('transactions.detail.nobody')} />}
      pager={pager}
    />
  )
}

function useColumns(
  receipt: Receipts | undefined,
  isFirst: ReadonlySet<string>,
): Column<Recipient>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`transactions.detail.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 328,
      // Never cut: who is paid is what an approval is about.
      wraps: true,
      cell: (recipient) => (
        <Row gap={2} py={2} leading={20}>
          <div>
            <PersonName of={recipient} />
            <Arrived recipient={recipient} />
          </div>
          {isFirst.has(recipient.userId) && <FirstPayment />}
        </Row>
      ),
      onCard: {
        title: (recipient) => (
          <div>
            <PersonName of={recipient} /> {isFirst.has(recipient.userId) && <FirstPayment />}
            <Arrived recipient={recipient} />
          </div>
        ),
      },
      skeleton: 180,
      look: 'name',
    },
    {
      key: 'address',
      head: head('address'),
      width: 204,
      cell: (recipient) => <Address recipient={recipient} />,
      onCard: receipt ? 'foot' : 'line',
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'amount',
      head: head('amount'),
      width: 156,
      align: 'right',
      cell: (recipient) => <Paid recipient={recipient} />,
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    ...(receipt ? [receiptColumn(t('transactions.print.receiptHead'), receipt)] : []),
  ]
}

function receiptColumn(head: string, receipt: Receipts): Column<Recipient> {
  return {
    key: 'receipt',
    head,
    headHidden: true,
    width: 64,
    align: 'right',
    cell: (recipient) => <ReceiptOf recipient={recipient} {...receipt} />,
    onCard: 'actions',
  }
}

/** The server's own once it was issued; until then a paper of this browser. */
function ReceiptOf({ recipient, onReceipt, paymentId }: Receipts & { recipient: Recipient }) {
  const { lineId, receiptNumber } = recipient
  if (paymentId === undefined || lineId === null || receiptNumber === null) {
    return <ReceiptButton recipient={recipient} onReceipt={onReceipt} />
  }
  return (
    <ReceiptDownload
      paymentId={paymentId}
      recipient={recipient}
      lineId={lineId}
      number={receiptNumber}
    />
  )
}

/** The person's own answer to '¿Te llegó?', once there is one. */
function Arrived({ recipient: { arrived } }: { recipient: Recipient }) {
  const { t } = useTranslation()
  if (arrived === undefined || arrived === null) return null
  return (
    <Row gap={1.5} size={12.5} leading={18} tone={arrived ? 'jade' : 'amber'}>
      <Mark name={arrived ? 'tick' : 'alert'} size={13} />
      {t(arrived ? 'arrivals.yes' : 'arrivals.no')}
    </Row>
  )
}

function ReceiptButton({
  recipient,
  onReceipt,
}: {
  recipient: Recipient
  onReceipt: (recipient: Recipient) => void
}) {
  const { t } = useTranslation()
  const label = t('transactions.print.receipt', { name: fullName(recipient) })
  return (
    <HoverTip title={label}>
      <IconButton size="small" onClick={() => onReceipt(recipient)} aria-label={label} mr={-2}>
        <ReceiptLongIcon />
      </IconButton>
    </HoverTip>
  )
}

const Paid = ({ recipient: { usdAmount, btcAmount } }: { recipient: Recipient }) => (
  <Amount usd={usdAmount} btc={btcAmount} />
)

function Address({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation()
  return (
    <Row as="span" inline gap={{ md: 1 }}>
      <Text as="span" tone="ink">
        <AddressShort address={recipient.cryptoAddress} wide />
      </Text>
      <CopyButton
        value={recipient.cryptoAddress}
        label={t('transactions.copyAddress', { name: fullName(recipient) })}
      />
    </Row>
  )
}
