import { useState } from 'react'
import type { EmployeePayments } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { sentenceOf, useCall } from './calls.ts'
import { useFormats } from './formats.ts'
import { PageNotice } from './notice.tsx'
import { PaymentRow } from './payment-row.tsx'
import { mayHaveArrived, type OwnPayment } from './place.ts'
import { useWords } from './texts.ts'

interface PaymentsProps {
  first: EmployeePayments
  /** Today's share, at the head of the list. */
  percent: number
  onAnswered: () => Promise<void>
}

/** The own payments, newest first, with their receipts. */
export function OwnPayments({ first, percent, onAnswered }: PaymentsProps) {
  const words = useWords()
  const { texts } = words
  const formats = useFormats()
  const call = useCall()
  const [more, setMore] = useState<OwnPayment[]>([])
  const [pages, setPages] = useState(1)
  const [failure, setFailure] = useState<string>()

  async function showMore() {
    setFailure(undefined)
    try {
      const next = await call<EmployeePayments>('GET', `/employee/payments?page=${pages + 1}`)
      setMore([...more, ...next.payments])
      setPages(pages + 1)
    } catch (error) {
      setFailure(sentenceOf(error, words))
    }
  }

  const known = new Set(first.payments.map(({ _id }) => _id))
  // A payment of meanwhile moves one of the first page to the second.
  const payments = [...first.payments, ...more.filter(({ _id }) => !known.has(_id))]
  const newestUnanswered = payments.find((each) => each.arrived === null && mayHaveArrived(each))
  return (
    <section className="panel payments" aria-labelledby="payments-title">
      <div className="payments-head">
        <h2 id="payments-title">{texts.payments.title}</h2>
        <span className="quiet">
          {fill(texts.payments.percent, { percent: formats.percent(percent) })}
        </span>
      </div>
      {payments.length === 0 ? (
        <p className="quiet empty">{texts.next.noneDetail}</p>
      ) : (
        <>
          <div className="payment-heads" aria-hidden>
            <span>{texts.payments.date}</span>
            <span>{texts.payments.total}</span>
            <span>{texts.share.bitcoin}</span>
            <span>{texts.share.dollars}</span>
            <span>{texts.payments.receipt}</span>
          </div>
          <ul>
            {payments.map((payment) => (
              <PaymentRow
                key={payment._id}
                payment={payment}
                asks={payment._id === newestUnanswered?._id}
                onAnswered={async (arrived) => {
                  const answered = (each: OwnPayment) =>
                    each._id === payment._id ? { ...each, arrived } : each
                  setMore((shown) => shown.map(answered))
                  await onAnswered()
                }}
              />
            ))}
          </ul>
        </>
      )}
      {failure && <PageNotice tone="brick" sentence={failure} />}
      {pages < first.pages && (
        <button type="button" className="button text more" onClick={showMore}>
          {texts.payments.more}
        </button>
      )}
    </section>
  )
}
