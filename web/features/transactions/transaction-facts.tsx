import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { colleagueText } from '#contract/colleague.ts'
import type { Payment } from '#contract/payments.ts'
import type { ApprovalDetails, Transaction, TransactionDetails } from '#contract/transactions.ts'
import { finalDepth } from '#domain/block-depths.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { actorText } from '#web/shared/approval/actor-text.ts'
import { ApprovalReasons } from '#web/shared/approval/approval-reasons.tsx'
import { useConfig } from '#web/shared/config.ts'
import { BothPartsOfSum } from '#web/shared/payments/both-parts-of-sum.tsx'
import { useTotalsOfPayment } from '#web/shared/payments/people-of-payment.tsx'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePaymentNote, useTransaction } from './api.ts'

type TransactionOrder = TransactionDetails['details']['order']

interface Fact {
  name: string
  value: ReactNode
}

interface TransactionFactsProps {
  transaction: Transaction
  order: TransactionOrder
  /** While it waits for one. */
  approval: ApprovalDetails | null
  /** Others approve this ceiling: bumps stay below it. */
  feeCeilingUsd: number | null
  /** A payment with a part in dollars that waits as a whole: its sum stands in the transaction's place. */
  whole: Payment | null
  /** Under a hairline: what there is to decide. */
  children?: ReactNode
}

/** The amount, and all that is known of how it went. */
export function TransactionFacts(props: TransactionFactsProps) {
  const { transaction, approval, whole, children } = props
  const { t } = useTranslation()
  const facts = useFacts(props)
  return (
    <Panel>
      <Text variant="cell" as="h2" tone="ink2">
        {t('transactions.detail.amount')}
      </Text>
      {whole ? (
        <WholeSum payment={whole} />
      ) : (
        <Block mb={5}>
          <Figure usd={transaction.usd} btc={transaction.btc} />
        </Block>
      )}
      {/* The last row's own padding is the panel's. */}
      <Block mb={-3}>
        <FactRows facts={facts.filter((fact) => fact !== false)} />
      </Block>
      {approval && children && (
        <Block
          mx={{ xs: '-18px', md: '-28px' }}
          mt={4}
          px={{ xs: '18px', md: '28px' }}
          pt={5}
          lineAbove
        >
          {children}
        </Block>
      )}
    </Panel>
  )
}

/** The two parts of a waiting payment, by bitcoin and by the company's bank. */
function WholeSum({ payment }: { payment: Payment }) {
  const { _id: id, totalUsd, bitcoinUsd, totalBtc: btc, dollarsUsd } = payment
  return (
    <>
      <Block mb={3}>
        <Figure usd={totalUsd} />
      </Block>
      <BothPartsOfSum
        bitcoinUsd={bitcoinUsd}
        btc={btc}
        dollarsUsd={dollarsUsd}
        totals={useTotalsOfPayment(id)}
      />
    </>
  )
}

function useFacts(props: TransactionFactsProps): (Fact | false)[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { transaction, order, approval, feeCeilingUsd, whole } = props
  const note = usePaymentNote(transaction)
  const { state, usdRate, networkFee, txid, payment, createdAt, confirmations } = transaction
  const { data: replacing } = useTransaction(transaction.replacedBy?._id)
  // A transaction that never left, or lost to another, has nothing to confirm, and paid no fee.
  const isOver =
    state === 'failed' || state === 'rejected' || replacing?.transaction.state === 'confirmed'
  const name = (fact: string) => t(`transactions.detail.${fact}`)
  const ofApproval = (fact: string) => t(`transactions.approval.${fact}`)
  return [
    order !== null && {
      name: ofApproval('requestedBy'),
      value: <Act who={actorText(order.requester, t)} at={order.requestedAt} />,
    },
    order?.approvedBy != null &&
      order.approvedAt !== null && {
        name: ofApproval('approvedBy'),
        value: <Act who={order.approvers.map(colleagueText).join(', ')} at={order.approvedAt} />,
      },
    approval !== null &&
      approval.people > 0 && {
        name: ofApproval('people'),
        value: t('transactions.approval.peopleIn', {
          count: approval.transactions,
          people: format.count(approval.people),
        }),
      },
    approval !== null &&
      whole === null &&
      approval.transactions > 1 && {
        name: ofApproval('whole'),
        value: <Amount usd={approval.usd} btc={approval.btc} unit />,
      },
    { name: name('network'), value: <NetworkName /> },
    order === null && { name: name('date'), value: format.dateTime(createdAt) },
    note !== '' && { name: name('note'), value: <Note text={note} /> },
    {
      name: approval ? ofApproval('rate') : name('rate'),
      value: usdRate > 0 ? format.usd(usdRate) : '–',
    },
    networkFee !== null &&
      !isOver && {
        name: name('fee'),
        value:
          feeCeilingUsd === null ? (
            <Amount usd={networkFee.usd} btc={networkFee.btc} unit />
          ) : (
            `${format.usd(networkFee.usd)}, ${t('approvals.upTo', { amount: format.usd(feeCeilingUsd) })}`
          ),
      },
    payment !== null &&
      payment.count > 1 && {
        name: name('part'),
        value: t('transactions.detail.partOf', { index: payment.index + 1, count: payment.count }),
      },
    approval !== null && {
      name: t('approval.reason'),
      value: <ApprovalReasons approval={approval} />,
    },
    // Until it is final its state counts the blocks.
    !isOver &&
      !approval &&
      (state !== 'confirmed' || confirmations >= finalDepth) && {
        name: name('confirmations'),
        value: <Confirmations transaction={transaction} />,
      },
    txid !== null
      ? { name: 'TX ID', value: <ExternalTxLink txid={txid} length={24} /> }
      : !isOver && !approval && { name: 'TX ID', value: name('noTxid') },
  ]
}

/** The actor, and the time below. */
function Act({ who, at }: { who: string; at: string }) {
  const format = useFormat()
  return (
    <>
      <Text as="div" strong breakWords>
        {who}
      </Text>
      <Text variant="secondary" tone="ink2">
        {format.dateTime(at)}
      </Text>
    </>
  )
}

function NetworkName() {
  const network = useConfig()?.network
  const { t } = useTranslation()
  return (
    <>
      Bitcoin{' '}
      {network && <span style={{ color: 'var(--q-palette-ink2)' }}>{t(`network.${network}`)}</span>}
    </>
  )
}

function Note({ text }: { text: string }) {
  return (
    <Text as="div" breakWords>
      {text}
    </Text>
  )
}

/** Counted up to the depth from which nothing undoes it, and past it all the same. */
function Confirmations({ transaction: { confirmations } }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (confirmations >= finalDepth) return format.count(confirmations)
  return (
    <>
      {t('transactions.detail.confirmationsOf', {
        count: confirmations,
        final: finalDepth,
      })}
    </>
  )
}

export function TransactionFactsSkeleton() {
  return (
    <Panel>
      <Grid aria-hidden gap={4} pb={5}>
        <TextSkeleton width={56} />
        <TextSkeleton width={200} height={38} />
        <TextSkeleton width={142} />
      </Grid>
      {[36, 48, 40, 104, 108, 46].map((width) => (
        <Row key={width} aria-hidden justify="between" py={4} lineAbove align="stretch">
          <TextSkeleton width={width} />
          <TextSkeleton width={112} />
        </Row>
      ))}
    </Panel>
  )
}
