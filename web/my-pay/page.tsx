import { useEffect, useState } from 'react'
import { fill } from '#contract/texts/fill.ts'
import { minuteMs } from '#domain/durations.ts'
import { Address } from './address.tsx'
import { Consent } from './consent.tsx'
import { ConsentPage } from './consent-page.tsx'
import { useFormats } from './formats.ts'
import { NextPay } from './next-pay.tsx'
import { PageNotice } from './notice.tsx'
import { OwnPayments } from './payments.tsx'
import type { OwnAnswers } from './place.ts'
import { ShareChoice } from './share.tsx'
import { useWords } from './texts.ts'
import { useOnline } from './use-online.ts'
import { usePageClock } from './use-page-clock.ts'
import { useWide } from './use-wide.ts'

interface PageProps {
  mine: OwnAnswers
  onChanged: () => Promise<void>
  onEnded: () => void
}

const consentHash = '#consentimiento'

export function EmployeePage({ mine, onChanged, onEnded }: PageProps) {
  const { me, payments, at } = mine
  const now = usePageClock(me.endsAt, onEnded)
  const [readsConsent, setReadsConsent] = useState(window.location.hash === consentHash)
  const wide = useWide()

  useEffect(() => {
    // The browser's way back leads from the consent to the page.
    const look = () => setReadsConsent(window.location.hash === consentHash)
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])

  function readConsent() {
    window.history.pushState(null, '', consentHash)
    setReadsConsent(true)
    window.scrollTo(0, 0)
  }
  // Nothing is agreed to where nothing is in bitcoin, whatever address was kept.
  if (readsConsent && me.bitcoinPercent > 0) return <ConsentPage me={me} onChanged={onChanged} />

  const consent = <Consent me={me} onRead={readConsent} onChanged={onChanged} />
  return (
    <main>
      <Offline at={at} />
      <div className="columns">
        <div className="column">
          <NextPay me={me} newest={payments.payments[0] ?? null} now={now} />
          {!wide && <ShareChoice me={me} onChanged={onChanged} />}
          <Address me={me} onChanged={onChanged} />
          <OwnPayments first={payments} percent={me.bitcoinPercent} onAnswered={onChanged} />
          {!wide && consent}
          <Foot me={me} now={now} />
        </div>
        {wide && (
          <div className="column">
            <ShareChoice me={me} onChanged={onChanged} />
            {consent}
          </div>
        )}
      </div>
    </main>
  )
}

function Offline({ at }: { at: string }) {
  const { texts } = useWords()
  const formats = useFormats()
  if (useOnline()) return null
  return (
    <div className="strip">
      <PageNotice tone="amber" sentence={fill(texts.failed.offline, { time: formats.time(at) })} />
    </div>
  )
}

function Foot({ me, now }: { me: OwnAnswers['me']; now: number }) {
  const { texts } = useWords()
  const minutes = Math.max(1, Math.ceil((Date.parse(me.endsAt) - now) / minuteMs))
  const closes = minutes === 1 ? texts.foot.minute : fill(texts.foot.minutes, { count: minutes })
  return (
    <footer>
      <p>
        {texts.foot.private} {/* Read aloud once, while there is still time to finish. */}
        <span role="status" aria-live={minutes === 2 ? 'polite' : 'off'}>
          {closes}
        </span>
      </p>
      <p>{fill(texts.foot.payer, { company: me.company.name })}</p>
    </footer>
  )
}
