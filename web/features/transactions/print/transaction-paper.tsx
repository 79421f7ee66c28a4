import { useTranslation } from 'react-i18next'
import { colleagueText } from '#contract/colleague.ts'
import type { Recipient, Transaction, TransactionDetails } from '#contract/transactions.ts'
import { documentKind } from '#domain/dui.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { actorText } from '#web/shared/approval/actor-text.ts'
import { useCompanyName } from '#web/shared/company-name.ts'
import { typeName } from '#web/shared/transactions/type-name.ts'
import { PersonName } from '#web/ui/person-name.tsx'
import { usePaymentNote } from '../api.ts'
import { PaperSheet, Papers } from './paper-sheet.tsx'
import type { Paper } from './use-print.ts'

interface TransactionPaperProps {
  details: TransactionDetails
  paper: Paper
}

/**
 * The paper to file: the whole transaction; or one person's receipt, with nobody else's pay on it.
 */
export function TransactionPaper({ details, paper }: TransactionPaperProps) {
  const { transaction } = details
  const company = useCompanyName() ?? ''
  const note = usePaymentNote(transaction)
  return (
    <Papers>
      {paper === 'whole' ? (
        <Whole details={details} company={company} note={note} />
      ) : (
        <ReceiptSheet transaction={transaction} recipient={paper} company={company} note={note} />
      )}
    </Papers>
  )
}

/** The facts of the transaction on both papers. */
function useFacts(transaction: Transaction, note: string) {
  const { t } = useTranslation()
  const format = useFormat()
  const { createdAt, confirmedAt, usdRate, txid, state, payroll } = transaction
  const text = (name: string) => t(`transactions.print.${name}`)
  return {
    text,
    before: [
      [text('payroll'), payroll.name],
      ...(note === '' ? [] : [[text('note'), note] as const]),
      [text('date'), format.dateTime(createdAt)],
      [text('state'), t(`transactionState.${state}`)],
      ...(confirmedAt === null
        ? []
        : [[text('confirmedAt'), format.dateTime(confirmedAt)] as const]),
    ] as const,
    after: [
      ...(usdRate > 0 ? [[text('rate'), format.usd(usdRate)] as const] : []),
      ...(txid === null ? [] : [['TX ID', <Mono key="txid" text={txid} />] as const]),
    ] as const,
  }
}

const Mono = ({ text }: { text: string }) => <span className="paper-mono">{text}</span>

function Money({ usd, btc, strong = false }: { usd: number; btc: string; strong?: boolean }) {
  const format = useFormat()
  return (
    <>
      <span className={strong ? 'paper-strong' : ''}>{format.usd(usd)}</span>
      {` · ${btc} BTC`}
    </>
  )
}

interface WholeProps {
  details: TransactionDetails
  company: string
  note: string
}

function Whole({ details, company, note }: WholeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { transaction } = details
  const { recipients, order } = details.details
  const { text, before, after } = useFacts(transaction, note)
  const done = (fact: string, who: string | null, at: string | null) =>
    who === null || at === null
      ? []
      : [[t(`transactions.approval.${fact}`), `${who}, ${format.dateTime(at)}`] as const]
  const { usd, btc, networkFee, payment, cryptoAddress } = transaction
  return (
    <PaperSheet
      company={company}
      title={t(`transactionType.${typeName(transaction)}`)}
      facts={[
        ...before,
        ...(order ? done('requestedBy', actorText(order.requester, t), order.requestedAt) : []),
        ...(order
          ? done('approvedBy', order.approvers.map(colleagueText).join(', '), order.approvedAt)
          : []),
        [text('amount'), <Money key="amount" usd={usd} btc={btc} strong />],
        ...after,
        ...(networkFee
          ? [[t('transactions.detail.fee'), <Money key="fee" {...networkFee} />] as const]
          : []),
        ...(payment && payment.count > 1
          ? [
              [
                t('transactions.detail.part'),
                t('transactions.detail.partOf', { index: payment.index + 1, count: payment.count }),
              ] as const,
            ]
          : []),
        [t('transactions.column.address'), <Mono key="address" text={cryptoAddress} />],
        ...(recipients.length > 0
          ? [[text('people'), format.count(recipients.length)] as const]
          : []),
      ]}
    >
      {recipients.length > 0 && <People recipients={recipients} usd={usd} btc={btc} />}
    </PaperSheet>
  )
}

interface PeopleProps {
  recipients: readonly Recipient[]
  usd: number
  btc: string
}

function People({ recipients, usd, btc }: PeopleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = (name: string) => t(`transactions.print.${name}`)
  return (
    <table>
      <thead>
        <tr>
          <th>{text('number')}</th>
          <th>{t('transactions.detail.column.name')}</th>
          <th>{t('transactions.detail.column.address')}</th>
          <th className="paper-number">{text('usd')}</th>
          <th className="paper-number">{text('btc')}</th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((recipient, index) => (
          <tr key={recipient.userId}>
            <td>{index + 1}</td>
            <td>{fullName(recipient)}</td>
            <td className="paper-mono">{recipient.cryptoAddress}</td>
            <td className="paper-number">{format.usd(recipient.usdAmount)}</td>
            <td className="paper-number">{recipient.btcAmount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>{text('total')}</td>
          <td className="paper-number">{format.usd(usd)}</td>
          <td className="paper-number">{btc}</td>
        </tr>
      </tfoot>
    </table>
  )
}

interface ReceiptProps {
  transaction: Transaction
  recipient: Recipient
  company: string
  /** The period or concept. */
  note: string
}

/** A person's receipt. */
export function ReceiptSheet({ transaction, recipient, company, note }: ReceiptProps) {
  const { t } = useTranslation()
  const { text, before, after } = useFacts(transaction, note)
  const { identification, usdAmount, btcAmount, cryptoAddress } = recipient
  const documentLabel = (identification: string) =>
    documentKind(identification) === 'other'
      ? text('document')
      : t('employees.column.identification')
  return (
    <PaperSheet
      company={company}
      title={text('receiptTitle')}
      facts={[
        [
          text('paidTo'),
          <span key="name" className="paper-strong">
            <PersonName of={recipient} />
          </span>,
        ],
        ...(identification === ''
          ? []
          : [[documentLabel(identification), identification] as const]),
        ...before,
        [text('amount'), <Money key="amount" usd={usdAmount} btc={btcAmount} strong />],
        ...after,
        [t('transactions.column.address'), <Mono key="address" text={cryptoAddress} />],
      ]}
    />
  )
}
