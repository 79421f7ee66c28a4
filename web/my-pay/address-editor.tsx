import { type FormEvent, useRef, useState } from 'react'
import { fill } from '#contract/texts/fill.ts'
import { AddressText } from './address-text.tsx'
import { checkAddress } from './check-address.ts'
import { PageField } from './field.tsx'
import { PageNotice } from './notice.tsx'
import { type MyPayTexts, useWords } from './texts.ts'
import type { PayoutForm } from './use-payout.ts'

interface AddressEditorProps {
  present: string
  payout: PayoutForm
  onSave: (address: string) => void
  onCancel: () => void
}

/** A pasted address: why it is none, or its groups to compare. */
export function AddressEditor({ present, payout, onSave, onCancel }: AddressEditorProps) {
  const words = useWords()
  const { texts } = words
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [read, setRead] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // An answer to an earlier text is not shown beneath a later one.
  const turn = useRef(0)

  async function look(next: string, isWhole: boolean) {
    const mine = ++turn.current
    setText(next)
    setRead(undefined)
    setFault(undefined)
    if (next.trim() === '') {
      if (isWhole) setFault(texts.address.missing)
      return null
    }
    const found = await checkAddress(next).catch(() => null)
    if (mine !== turn.current) return null
    if (found === null) {
      // Without the reader or the network's name the server checks it.
      return next.trim()
    }
    if (!found.ok) {
      setFault(faultSentence(found.fault, texts))
      return null
    }
    if (found.address === present) {
      setFault(texts.address.same)
      return null
    }
    setRead(found.address)
    return found.address
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = await look(text, true)
    if (address === null) input.current?.focus()
    else onSave(address)
  }

  const busy = payout.state.at === 'busy'
  return (
    <form className="address-editor" onSubmit={submit} noValidate>
      <PageField
        ref={input}
        label={texts.address.field}
        hint={texts.address.where}
        fault={fault}
        value={text}
        onChange={(next) => look(next, false)}
        className="mono"
        autoComplete="off"
        spellCheck={false}
        name="address"
      />
      {read && (
        <div className="compare" role="status">
          <AddressText address={read} />
          <p className="quiet small">{texts.address.compare}</p>
        </div>
      )}
      {payout.failure && <PageNotice tone="brick" sentence={payout.failure} />}
      <div className="row">
        <button type="submit" className="button filled" disabled={busy}>
          {texts.address.save}
        </button>
        <button type="button" className="button text" disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

type Fault = Extract<Awaited<ReturnType<typeof checkAddress>>, { ok: false }>['fault']

/** Names the text that is no address, and then what to ask the app for. */
function faultSentence({ kind, params, ask }: Fault, { addressFaults }: MyPayTexts): string {
  const said = fill(addressFaults.what[kind], params)
  const first = params.value ? said : said.charAt(0).toUpperCase() + said.slice(1)
  return `${first} ${fill(addressFaults.ask[ask], params)}`
}
