import { useState } from 'react'
import { fill } from '#contract/texts/fill.ts'
import { AddressText } from './address-text.tsx'
import { sentenceOf, useCall } from './calls.ts'
import { useFormats } from './formats.ts'
import { PageMark } from './marks.tsx'
import { PageNotice } from './notice.tsx'
import { mayHaveArrived, type OwnPayment } from './place.ts'
import { useWords } from './texts.ts'

interface ArrivalProps {
  payment: OwnPayment
  asks: boolean
  onAnswered: (arrived: boolean) => Promise<void>
}

/** '¿Te llegó?', until it is answered; then the answer, which may be changed. */
export function Arrival({ payment, asks, onAnswered }: ArrivalProps) {
  const words = useWords()
  const { texts } = words
  const formats = useFormats()
  const call = useCall()
  const [opened, setOpened] = useState(asks)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  if (!mayHaveArrived(payment)) return null

  async function answer(arrived: boolean) {
    setBusy(true)
    setFailure(undefined)
    try {
      await call<null>('POST', `/employee/payments/${payment._id}/arrived`, { arrived })
      setOpened(false)
      await onAnswered(arrived)
    } catch (error) {
      setFailure(sentenceOf(error, words))
    } finally {
      setBusy(false)
    }
  }

  const question = fill(texts.arrival.of, { date: formats.date(payment.at) })
  if (opened || (asks && payment.arrived === null)) {
    return (
      <fieldset className="arrival" disabled={busy}>
        <legend>
          <span aria-hidden>{texts.arrival.question}</span>
          <span className="unseen">{question}</span>
        </legend>
        <button type="button" className="button outlined" onClick={() => answer(true)}>
          {texts.arrival.yes}
        </button>
        <button type="button" className="button outlined" onClick={() => answer(false)}>
          {texts.arrival.no}
        </button>
        {failure && <PageNotice tone="brick" sentence={failure} />}
      </fieldset>
    )
  }
  if (payment.arrived === null) {
    return (
      <button type="button" className="button text slim" onClick={() => setOpened(true)}>
        {texts.arrival.question}
        <span className="unseen"> ({formats.date(payment.at)})</span>
      </button>
    )
  }
  return (
    <>
      <p className="arrival-said">
        <span className={`state ${payment.arrived ? 'jade' : 'amber'}`} role="status">
          <PageMark name={payment.arrived ? 'tick' : 'alert'} />
          <span>{payment.arrived ? texts.arrival.saidYes : texts.arrival.saidNo}</span>
        </span>
        <button type="button" className="button text slim" onClick={() => setOpened(true)}>
          {texts.arrival.change}
          <span className="unseen"> ({formats.date(payment.at)})</span>
        </button>
      </p>
      {!payment.arrived && <NotSeen payment={payment} />}
    </>
  )
}

/** Lists the checks for somebody who does not see the payment. */
function NotSeen({ payment }: { payment: OwnPayment }) {
  const { texts } = useWords()
  const formats = useFormats()
  return (
    <div className="not-seen">
      <p>{texts.arrival.meanwhile}</p>
      <ol>
        {payment.bitcoinUsd > 0 && (
          <>
            <li>
              {fill(texts.arrival.checkState, {
                date: `${formats.date(payment.at)}, ${formats.time(payment.at)}`,
              })}
            </li>
            <li>
              {texts.arrival.checkAddress}
              <AddressText address={payment.cryptoAddress} />
            </li>
            <li>{texts.arrival.checkApp}</li>
          </>
        )}
        {payment.dollarsUsd > 0 && <li>{texts.arrival.checkBank}</li>}
      </ol>
    </div>
  )
}
