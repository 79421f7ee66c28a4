import { useState } from 'react'
import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { isDust } from './address-form.ts'
import { PayoutCodeStep } from './code-step.tsx'
import { CountsAfter } from './counts-after.tsx'
import { useFormats } from './formats.ts'
import { PaymentHalves } from './halves.tsx'
import { PageNotice } from './notice.tsx'
import { ShareSlider } from './share-slider.tsx'
import { halvesOf } from './split.ts'
import { useWords } from './texts.ts'
import { usePayout } from './use-payout.ts'

interface ShareProps {
  me: EmployeeMe
  onChanged: () => Promise<void>
}

/** 'Cómo quiero cobrar': how much arrives in bitcoin, and what both halves then are. */
export function ShareChoice({ me, onChanged }: ShareProps) {
  const { texts } = useWords()
  const formats = useFormats()
  const [draft, setPercent] = useState<number | null>(null)
  const percent = draft ?? me.bitcoinPercent
  const payout = usePayout(me, { onSaved: () => setPercent(null), onChanged })
  const { state, failure } = payout

  const mayChoose = me.shareSetBy === 'EMPLOYEE'
  const halves = halvesOf(me.next?.usd ?? me.baseSalary, percent, me.usdRate)
  const isTooLittle =
    percent > 0 && percent < 100 && halves.sats !== null && isDust(halves.sats, me.cryptoAddress)
  const needsAddress = percent > 0 && me.cryptoAddress === ''
  const changed = percent !== me.bitcoinPercent
  const asksForCode = state.at === 'code'

  return (
    <section className="panel share" aria-labelledby="share-title">
      <div className="share-head">
        <h2 id="share-title">{texts.share.title}</h2>
        <SharePercent percent={percent} onChange={mayChoose && !asksForCode ? setPercent : null} />
      </div>
      <p className="quiet">{mayChoose ? texts.share.lead : texts.share.company}</p>
      {mayChoose && <ShareSlider percent={percent} onChange={setPercent} disabled={asksForCode} />}
      <PaymentHalves me={me} halves={halves} />
      {isTooLittle && <PageNotice tone="amber" sentence={texts.share.dust} />}
      {me.consentRequired && !me.consent?.agreed && percent > 0 && (
        <PageNotice tone="amber" sentence={texts.share.noConsent} />
      )}
      {percent > 0 && <p className="quiet small">{texts.share.exact}</p>}
      {mayChoose && <CountsAfter me={me} />}
      {changed && needsAddress && <PageNotice tone="amber" sentence={texts.share.needsAddress} />}
      {failure && !asksForCode && <PageNotice tone="brick" sentence={failure} />}
      {asksForCode && <PayoutCodeStep payout={payout} />}
      {mayChoose && !asksForCode && (
        <>
          {state.at === 'saved' && !changed && (
            <PageNotice
              tone="jade"
              sentence={fill(texts.share.saved, { percent: formats.percent(me.bitcoinPercent) })}
            />
          )}
          <button
            type="button"
            className="button filled wide"
            disabled={!changed || needsAddress || state.at === 'busy'}
            onClick={() =>
              payout.start({ bitcoinPercent: percent, cryptoAddress: me.cryptoAddress })
            }
          >
            {texts.share.save}
          </button>
        </>
      )}
    </section>
  )
}

interface SharePercentProps {
  percent: number
  /** Null while it cannot be changed. */
  onChange: ((percent: number) => void) | null
}

/** The percentage as a figure that takes a typed number as well. */
function SharePercent({ percent, onChange }: SharePercentProps) {
  const { texts } = useWords()
  const formats = useFormats()
  const [typed, setTyped] = useState<string>()
  if (!onChange) return <span className="percent">{formats.percent(percent)}</span>
  return (
    <span className="percent">
      <input
        aria-label={texts.share.number}
        inputMode="numeric"
        value={typed ?? String(percent)}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '').slice(0, 3)
          setTyped(digits)
          if (digits !== '') onChange(Math.min(100, Number(digits)))
        }}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden>{formats.percent(percent).replace(/^\d+/, '')}</span>
    </span>
  )
}
