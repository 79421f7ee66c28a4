import { useEffect, useId, useRef, useState } from 'react'
import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { sentenceOf, useCall } from './calls.ts'
import { ConsentFacts } from './consent-facts.tsx'
import { useFormats } from './formats.ts'
import { Back } from './marks.tsx'
import { PageNotice } from './notice.tsx'
import { useWords } from './texts.ts'

interface ConsentPageProps {
  me: EmployeeMe
  onChanged: () => Promise<void>
}

/** Asks for the consent: the sums, what matters, the whole text, and both answers equally large. */
export function ConsentPage({ me, onChanged }: ConsentPageProps) {
  const words = useWords()
  const { texts } = words
  const formats = useFormats()
  const call = useCall()
  const [reads, setReads] = useState(false)
  const [understood, setUnderstood] = useState(false)
  const [fault, setFault] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()

  useEffect(() => title.current?.focus(), [])
  const close = () => window.history.back()

  async function answer(agreed: boolean) {
    if (agreed && !understood) {
      setFault(true)
      box.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { textVersion: me.consentText.version, agreed }
      await call<null>('PUT', '/employee/consent', body)
      close()
      await onChanged()
    } catch (error) {
      setFailure(sentenceOf(error, words))
      setBusy(false)
      // Another version may stand there by now, which is then shown.
      await onChanged()
    }
  }

  const { points } = texts.consent
  return (
    <main className="consent-page">
      <button type="button" className="back" onClick={close}>
        <Back />
        {texts.title}
      </button>
      <h1 ref={title} tabIndex={-1}>
        {texts.consent.question}
      </h1>
      <p className="lead">{texts.consent.lead}</p>
      <ConsentFacts me={me} />
      <section className="panel points">
        {[
          [points.voluntary, points.voluntaryDetail],
          [points.salary, points.salaryDetail],
          [points.final, points.finalDetail],
          [points.mind, points.mindDetail],
        ].map(([point, detail]) => (
          <div key={point}>
            <h2>{point}</h2>
            <p className="quiet">{detail}</p>
          </div>
        ))}
      </section>
      <p className="quiet small">
        <button
          type="button"
          className="link"
          aria-expanded={reads}
          aria-controls={`${id}-text`}
          onClick={() => setReads(!reads)}
        >
          {texts.consent.fullText}
        </button>{' '}
        {fill(texts.consent.version, { version: me.consentText.version })}
      </p>
      <div id={`${id}-text`} className="panel whole-text" hidden={!reads}>
        {me.consentText.text}
      </div>
      <label className="check">
        <input
          ref={box}
          type="checkbox"
          checked={understood}
          onChange={({ target }) => {
            setUnderstood(target.checked)
            setFault(false)
          }}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
        />
        <span>{texts.consent.understood}</span>
      </label>
      {fault && (
        <div id={`${id}-fault`}>
          <PageNotice tone="brick" sentence={texts.consent.tick} />
        </div>
      )}
      {failure && <PageNotice tone="brick" sentence={failure} />}
      <div className="answers">
        <button
          type="button"
          className="button filled large"
          disabled={busy}
          onClick={() => answer(true)}
        >
          {fill(texts.consent.accept, { percent: formats.percent(me.bitcoinPercent) })}
        </button>
        <button
          type="button"
          className="button outlined large"
          disabled={busy}
          onClick={() => answer(false)}
        >
          {texts.consent.decline}
        </button>
      </div>
    </main>
  )
}
