import { useState } from 'react'
import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { AddressEditor } from './address-editor.tsx'
import { AddressState } from './address-state.tsx'
import { AddressText } from './address-text.tsx'
import { PayoutCodeStep } from './code-step.tsx'
import { CountsAfter } from './counts-after.tsx'
import { Copy, Pen } from './marks.tsx'
import { PageNotice } from './notice.tsx'
import { useWords } from './texts.ts'
import { usePayout } from './use-payout.ts'

interface AddressProps {
  me: EmployeeMe
  onChanged: () => Promise<void>
}

/** The own address, and the way to another one. */
export function Address({ me, onChanged }: AddressProps) {
  const { texts } = useWords()
  const [edits, setEdits] = useState(false)
  const payout = usePayout(me, { onSaved: () => setEdits(false), onChanged })
  const { cryptoAddress: address } = me
  return (
    <section className="panel" aria-labelledby="address-title">
      <h2 id="address-title">{texts.address.title}</h2>
      {address === '' ? (
        <p className="quiet">{texts.address.none}</p>
      ) : (
        <>
          <AddressText address={address} />
          <AddressState me={me} />
        </>
      )}
      {payout.state.at === 'code' ? (
        <PayoutCodeStep payout={payout} />
      ) : edits ? (
        <AddressEditor
          present={address}
          payout={payout}
          onSave={(cryptoAddress) =>
            payout.start({ bitcoinPercent: me.bitcoinPercent, cryptoAddress })
          }
          onCancel={() => setEdits(false)}
        />
      ) : (
        <>
          {payout.state.at === 'saved' && <PageNotice tone="jade" sentence={texts.address.saved} />}
          <p className="quiet small">
            {me.codeVia
              ? texts.address.byCode[me.codeVia]
              : me.holdHours > 0 && fill(texts.address.waits, { count: me.holdHours })}
          </p>
          <CountsAfter me={me} />
          <div className="row">
            <button type="button" className="button text" onClick={() => setEdits(true)}>
              <Pen />
              {address === '' ? texts.address.add : texts.address.change}
            </button>
            {address !== '' && <CopyButton text={address} />}
          </div>
        </>
      )}
    </section>
  )
}

const copiedMs = 2000

function CopyButton({ text }: { text: string }) {
  const { texts } = useWords()
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="button text"
      onClick={async () => {
        if (!(await copyText(text))) return
        setCopied(true)
        setTimeout(() => setCopied(false), copiedMs)
      }}
    >
      <Copy />
      <span aria-live="polite">{copied ? texts.address.copied : texts.address.copy}</span>
    </button>
  )
}
