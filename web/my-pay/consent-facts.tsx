import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { useFormats } from './formats.ts'
import { changesCountFrom } from './place.ts'
import { Rich } from './rich.tsx'
import { halvesOf } from './split.ts'
import { useWords } from './texts.ts'

/** The sums, since when they hold, and where the bitcoin goes. */
export function ConsentFacts({ me }: { me: EmployeeMe }) {
  const { texts } = useWords()
  const formats = useFormats()
  const salary = me.next?.usd ?? me.baseSalary
  const halves = halvesOf(salary, me.bitcoinPercent, me.usdRate)
  const { cryptoAddress: address } = me
  const from = changesCountFrom(me)
  return (
    <dl className="panel facts">
      <div>
        <dt>{texts.share.bitcoin}</dt>
        <dd>
          <Rich
            text={fill(texts.consent.part, {
              percent: formats.percent(me.bitcoinPercent),
              usd: formats.usd(halves.bitcoin),
              total: formats.usd(salary),
            })}
          />
        </dd>
      </div>
      <div>
        <dt>{texts.share.dollars}</dt>
        <dd>
          <Rich
            text={fill(texts.consent.toBank, {
              percent: formats.percent(100 - me.bitcoinPercent),
              usd: formats.usd(halves.dollars),
            })}
          />
        </dd>
      </div>
      <div>
        <dt>{texts.consent.from}</dt>
        <dd>
          {from
            ? fill(texts.consent.fromNext, { date: formats.monthDay(from) })
            : texts.consent.fromUnplanned}
        </dd>
      </div>
      {address !== '' && (
        <div>
          <dt>{texts.consent.address}</dt>
          <dd className="mono">
            {address.slice(0, 10)}…{address.slice(-6)}
          </dd>
        </div>
      )}
    </dl>
  )
}
