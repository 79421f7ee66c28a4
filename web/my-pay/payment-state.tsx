import { Mark } from './marks.tsx'
import type { Payment } from './place.ts'
import { useWords } from './texts.ts'

const looks = {
  ON_ITS_WAY: { mark: 'half', tone: 'amber' },
  CONFIRMED: { mark: 'tick', tone: 'jade' },
  DOLLARS: { mark: 'tick', tone: 'ink2' },
  FAILED: { mark: 'alert', tone: 'brick' },
} as const

/** Mark and word of a payment's state. */
export function PaymentState({ of }: { of: Payment }) {
  const { texts } = useWords()
  const { mark, tone } = looks[of.state]
  return (
    <span className={`state ${tone}`}>
      <Mark name={mark} />
      <span>{texts.payments.state[of.state]}</span>
    </span>
  )
}
