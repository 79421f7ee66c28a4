import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fill } from '#contract/texts/fill.ts'
import { PageNotice } from './notice.tsx'
import { PageTestMessageLink } from './test-message-link.tsx'
import { useWords } from './texts.ts'
import type { PayoutForm } from './use-payout.ts'

const length = 6
const places = Array.from({ length }, (_, place) => place)
const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, length)

/** Asks for the code of the other channel. Without it nothing changes here: the company knows the person. */
export function PayoutCodeStep({ payout }: { payout: PayoutForm }) {
  const { texts } = useWords()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { state, failure } = payout

  useEffect(() => input.current?.focus(), [])
  if (state.at !== 'code') return null

  async function send(digits: string) {
    await payout.confirm(digits)
    // A wrong one is not corrected but written again.
    setCode('')
    input.current?.focus()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === length) void send(code)
  }

  return (
    <form className="code-step" onSubmit={submit} noValidate>
      <p id={`${id}-sent`}>{fill(texts.code.sent[state.via], { to: state.sentTo })}</p>
      <PageTestMessageLink to={state.sentTo} via={state.via} />
      <label className="unseen" htmlFor={id}>
        {texts.code.label}
      </label>
      <div className="code">
        <div className="cells" aria-hidden>
          {places.map((place) => (
            <span key={place} className={place === Math.min(code.length, length - 1) ? 'now' : ''}>
              {code[place]}
            </span>
          ))}
        </div>
        {/* A single input, so that pasting and a phone's suggestion take it for what it is. */}
        <input
          ref={input}
          id={id}
          value={code}
          onChange={({ target }) => {
            const digits = digitsOf(target.value)
            setCode(digits)
            if (digits.length === length && digits !== code) void send(digits)
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby={`${id}-sent`}
          aria-invalid={failure ? true : undefined}
          disabled={state.busy}
        />
      </div>
      {failure && <PageNotice tone="brick" sentence={failure} />}
      <div className="row">
        <button
          type="button"
          className="button text"
          disabled={state.busy}
          onClick={() => payout.start(state.wanted)}
        >
          {texts.code.another}
        </button>
        <button type="button" className="button text" disabled={state.busy} onClick={payout.cancel}>
          {texts.cancel}
        </button>
      </div>
      <p className="quiet small">{texts.code.without}</p>
    </form>
  )
}
