import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { PageFigure } from './figure.tsx'
import { useFormats } from './formats.ts'
import { BtcGlyph } from './marks.tsx'
import type { Halves } from './split.ts'
import { useWords } from './texts.ts'

/** The halves of a payment, bitcoin and dollars, side by side. */
export function PaymentHalves({ me, halves }: { me: EmployeeMe; halves: Halves }) {
  const { texts } = useWords()
  const formats = useFormats()
  const bank = me.bank === '' ? texts.share.noBank : `${me.bank} ····${me.bankAccountEnd}`
  return (
    <dl className="halves">
      <div>
        <dt>{texts.share.bitcoin}</dt>
        <dd>
          <PageFigure usd={halves.bitcoin} size="half" />
          {halves.sats !== null && (
            <span className="beneath">
              <BtcGlyph />
              {fill(texts.share.satsToday, { sats: formats.count(halves.sats) })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{texts.share.dollars}</dt>
        <dd>
          <PageFigure usd={halves.dollars} size="half" />
          {halves.dollars > 0 && <span className="beneath">{bank}</span>}
        </dd>
      </div>
    </dl>
  )
}
