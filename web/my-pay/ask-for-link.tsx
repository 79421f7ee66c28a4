import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, callServer, sentenceOf } from './calls.ts'
import { PageField } from './field.tsx'
import { LetterIcon } from './marks.tsx'
import { PageNotice } from './notice.tsx'
import type { Why } from './place.ts'
import { PageMonthRuler } from './ruler.tsx'
import { PageTestMessageLink } from './test-message-link.tsx'
import { useWords } from './texts.ts'

/** An e-mail or a phone; the answer is the same whether anybody here has it. */
export function AskForLink({ why }: { why: Why }) {
  const words = useWords()
  const { texts } = words
  const [contact, setContact] = useState('')
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const text = contact.trim()
    if (text === '') {
      setFault(texts.ask.missing)
      input.current?.focus()
      return
    }
    setFault(undefined)
    setFailure(undefined)
    setState('sending')
    try {
      await callServer(
        words,
        'POST',
        '/employee/links',
        text.includes('@') ? { email: text } : { phone: text },
      )
      setState('sent')
    } catch (error) {
      setState('open')
      const named = error instanceof CallError && error.faults[0]?.message
      if (named) setFault(named)
      else setFailure(sentenceOf(error, words))
    }
  }

  if (state === 'sent') return <Sent to={contact.trim()} onAgain={() => setState('open')} />

  const head = {
    first: [texts.ask.title, texts.ask.lead],
    left: [texts.ask.title, texts.ask.left],
    link: [texts.ended.link, texts.ended.linkDetail],
    session: [texts.ended.session, texts.ended.sessionDetail],
  }[why]
  return (
    <main className="narrow">
      <PageMonthRuler />
      <h1>{head[0]}</h1>
      <p className="lead" role={why === 'first' ? undefined : 'status'}>
        {head[1]}
      </p>
      {/* The browser's own sentences are in its language, not in the page's. */}
      <form onSubmit={submit} noValidate>
        <PageField
          ref={input}
          label={texts.ask.contact}
          hint={texts.ask.hint}
          fault={fault}
          value={contact}
          onChange={setContact}
          autoComplete="email"
          inputMode="email"
          name="contact"
        />
        {failure && <PageNotice tone="brick" sentence={failure} />}
        <button type="submit" className="button filled large" disabled={state === 'sending'}>
          {why === 'first' ? texts.ask.submit : texts.ask.another}
        </button>
      </form>
    </main>
  )
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const { texts } = useWords()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: who cannot see the page hears what came instead.
  useEffect(() => title.current?.focus(), [])
  return (
    <main className="narrow">
      <LetterIcon />
      <h1 ref={title} tabIndex={-1}>
        {texts.ask.sent}
      </h1>
      <p className="lead">{texts.ask.sentDetail}</p>
      <PageTestMessageLink to={to} via={to.includes('@') ? 'EMAIL' : 'SMS'} />
      <button type="button" className="button outlined" onClick={onAgain}>
        {texts.ask.otherContact}
      </button>
    </main>
  )
}
