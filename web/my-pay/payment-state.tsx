import { PageMark } from './marks.tsx'
import type { OwnPayment } from './place.ts'
import { useWords } from './texts.ts'

const looks = {
  unconfirmed: { mark: 'half', tone: 'amber' },
  confirmed: { mark: 'tick', tone: 'jade' },
  dollars: { mark: 'tick', tone: 'ink2' },
  failed: { mark: 'alert', tone: 'brick' },
} as const

/** Mark and word of a payment's state. */
export function PaymentState({ of }: { of: OwnPayment }) {
  const { texts } = useWords()
  const shown = of.bitcoinUsd === 0 && of.state !== 'failed' ? 'dollars' : of.state
  const { mark, tone } = looks[shown]
  return (
    <span className={`state ${tone}`}>
      <PageMark name={mark} />
      <span>{texts.payments.state[shown]}</span>
    </span>
  )
}
