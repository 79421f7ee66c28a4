import { fill } from '#contract/texts/fill.ts'
import { Arrival } from './arrival.tsx'
import { useFormats } from './formats.ts'
import { BtcGlyph, Download, PageMark } from './marks.tsx'
import { PaymentState } from './payment-state.tsx'
import type { OwnPayment } from './place.ts'
import { satsOf } from './split.ts'
import { useWords } from './texts.ts'

interface PaymentRowProps {
  payment: OwnPayment
  /** Whether the question stands open: in the newest that is not answered. */
  asks: boolean
  onAnswered: (arrived: boolean) => Promise<void>
}

export function PaymentRow({ payment, asks, onAnswered }: PaymentRowProps) {
  const { texts } = useWords()
  const formats = useFormats()
  const date = formats.date(payment.at)
  const hasBitcoin = payment.bitcoinUsd > 0
  const hasDollars = payment.dollarsUsd > 0
  const sats = formats.count(satsOf(payment.btc))
  const dollars = formats.usd(payment.dollarsUsd)
  return (
    <li>
      <div className="payment">
        <div className="payment-date">
          <span className="strong">{date}</span>
          {payment.period !== formats.month(payment.at) && (
            <span className="beneath">{payment.period}</span>
          )}
          {/* A line on phones; columns where there is room. */}
          <span className="beneath narrow-only">
            {hasBitcoin && <BtcGlyph />}
            {!hasBitcoin
              ? texts.payments.allDollars
              : hasDollars
                ? fill(texts.payments.and, { sats, usd: dollars })
                : fill(texts.payments.sats, { sats })}
          </span>
        </div>
        <span className="strong" translate="no">
          {formats.usd(payment.usd)}
        </span>
        <div className="wide-only">
          {hasBitcoin ? (
            <>
              <span className="unseen">{texts.share.bitcoin} </span>
              <span className="strong" translate="no">
                {formats.usd(payment.bitcoinUsd)}
              </span>
              <span className="beneath">
                <BtcGlyph />
                {fill(texts.payments.sats, { sats })}
              </span>
            </>
          ) : (
            '—'
          )}
        </div>
        <div className="wide-only quiet">
          <span className="unseen">{texts.share.dollars} </span>
          <span translate="no">{hasDollars ? dollars : '—'}</span>
        </div>
        <div className="payment-receipt">
          {payment.receipt && (
            <a
              href={`/api/v1/employee/payments/${payment._id}/receipt.pdf`}
              download
              aria-label={fill(texts.payments.download, { date })}
            >
              <Download />
              <span className="wide-only">PDF</span>
            </a>
          )}
        </div>
      </div>
      <div className="payment-more">
        {payment.state === 'failed' && <PaymentState of={payment} />}
        {hasBitcoin && payment.state === 'unconfirmed' && (
          <span className="state amber">
            <PageMark name="half" />
            <span>{fill(texts.arrival.checkWay, { time: formats.time(payment.at) })}</span>
          </span>
        )}
        <Arrival payment={payment} asks={asks} onAnswered={onAnswered} />
        {hasDollars && payment.state !== 'failed' && <DollarsPaid payment={payment} />}
      </div>
    </li>
  )
}

function DollarsPaid({ payment: { dollarsPaid } }: { payment: OwnPayment }) {
  const { texts } = useWords()
  const formats = useFormats()
  if (!dollarsPaid) return <p className="quiet small">{texts.payments.dollarsWaiting}</p>
  const said = fill(texts.payments.dollarsPaid, { date: formats.date(dollarsPaid.at) })
  const { reference } = dollarsPaid
  return (
    <p className="quiet small">
      {reference === '' ? said : `${said} · ${fill(texts.payments.reference, { reference })}`}
    </p>
  )
}
