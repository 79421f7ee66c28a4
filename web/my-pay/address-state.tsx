import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { readAddressForm } from './address-form.ts'
import { serverNow } from './calls.ts'
import { useFormats } from './formats.ts'
import { PageMark, type PageMarkName } from './marks.tsx'
import { useWords } from './texts.ts'

/** Whether anything was paid there, and what keeps it from being paid. */
export function AddressState({ me }: { me: EmployeeMe }) {
  const { texts } = useWords()
  const formats = useFormats()
  const form = readAddressForm(me.cryptoAddress)
  const kind = form && `${texts.address.types[form.type]}, ${texts.address.networks[form.network]}`
  const held = me.addressHeldUntil !== null && Date.parse(me.addressHeldUntil) > serverNow()

  const look: { tone: string; mark: PageMarkName | null; word: string; detail: string | null } =
    me.addressReported
      ? {
          tone: 'brick',
          mark: 'alert',
          word: texts.address.reported,
          detail: texts.address.reportedDetail,
        }
      : held && me.addressHeldUntil
        ? {
            tone: 'amber',
            mark: 'clock',
            detail: texts.address.heldDetail,
            word: fill(texts.address.held, { date: formats.day(me.addressHeldUntil) }),
          }
        : me.addressConfirmedAt
          ? {
              tone: 'jade',
              mark: 'tick',
              word: texts.address.used,
              detail: fill(texts.address.arrived, { date: formats.date(me.addressConfirmedAt) }),
            }
          : { tone: 'ink2', mark: null, word: texts.address.fresh, detail: null }
  return (
    <p className="address-state">
      <span className={`state ${look.tone}`}>
        {look.mark && <PageMark name={look.mark} />}
        <span>{look.word}</span>
      </span>
      {look.detail && <span className="beneath">{look.detail}</span>}
      {kind && <span className="beneath">{kind}</span>}
    </p>
  )
}
