import { useState } from 'react'
import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { sentenceOf, useCall } from './calls.ts'
import { useFormats } from './formats.ts'
import { PageNotice } from './notice.tsx'
import { changesCountFrom } from './place.ts'
import { useWords } from './texts.ts'

interface ConsentProps {
  me: EmployeeMe
  onRead: () => void
  onChanged: () => Promise<void>
}

/** 'Tu consentimiento': the answer that holds, and the ways to read, give and withdraw it. */
export function Consent({ me, onRead, onChanged }: ConsentProps) {
  const { texts } = useWords()
  const formats = useFormats()
  const [withdraws, setWithdraws] = useState(false)
  const { consent } = me
  const agreed = consent?.agreed === true
  const when = consent && { date: formats.date(consent.at), time: formats.time(consent.at) }
  const isNeeded = me.bitcoinPercent > 0
  const said = when
    ? fill(agreed ? texts.consent.agreed : texts.consent.declined, when)
    : !isNeeded
      ? texts.consent.notAsked
      : me.consentRequired
        ? texts.consent.asked
        : texts.consent.open
  return (
    <section className="panel" aria-labelledby="consent-title">
      <h2 id="consent-title">{texts.consent.title}</h2>
      <p>{said}</p>
      {consent && !isNeeded && <p className="quiet small">{texts.consent.notAsked}</p>}
      {isNeeded && consent && consent.textVersion !== me.consentText.version && (
        <p className="quiet small">{texts.consent.newVersion}</p>
      )}
      {withdraws ? (
        <Withdraw me={me} onChanged={onChanged} onClose={() => setWithdraws(false)} />
      ) : (
        <>
          {agreed && <p className="quiet small">{texts.consent.may}</p>}
          {(isNeeded || agreed) && (
            <div className="row">
              {isNeeded && (
                <button type="button" className="button text" onClick={onRead}>
                  {agreed ? texts.consent.read : texts.consent.readAndAnswer}
                </button>
              )}
              {agreed && (
                <button
                  type="button"
                  className="button text ink"
                  onClick={() => setWithdraws(true)}
                >
                  {texts.consent.withdraw}
                </button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}

interface WithdrawProps {
  me: EmployeeMe
  onChanged: () => Promise<void>
  onClose: () => void
}

function Withdraw({ me, onChanged, onClose }: WithdrawProps) {
  const words = useWords()
  const { texts } = words
  const formats = useFormats()
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function withdraw() {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { textVersion: me.consentText.version, agreed: false }
      await call<null>('PUT', '/employee/consent', body)
      onClose()
      await onChanged()
    } catch (error) {
      setFailure(sentenceOf(error, words))
      setBusy(false)
    }
  }

  const date = changesCountFrom(me)
  const from = date
    ? fill(texts.consent.withdrawNext, { date: formats.monthDay(date) })
    : texts.consent.withdrawLead
  return (
    <div className="withdraw">
      <h3>{texts.consent.withdrawTitle}</h3>
      <p className="quiet small">{from}</p>
      {failure && <PageNotice tone="brick" sentence={failure} />}
      <div className="row">
        <button type="button" className="button brick" disabled={busy} onClick={withdraw}>
          {texts.consent.withdraw}
        </button>
        <button type="button" className="button outlined" disabled={busy} onClick={onClose}>
          {texts.consent.keep}
        </button>
      </div>
    </div>
  )
}
