import type { EmployeeMe } from '#contract/employee-page.ts'
import { fill } from '#contract/texts/fill.ts'
import { PageFigure } from './figure.tsx'
import { useFormats } from './formats.ts'
import { PaymentState } from './payment-state.tsx'
import type { OwnPayment } from './place.ts'
import { MonthWithToday } from './ruler.tsx'
import { useWords } from './texts.ts'

interface NextPayProps {
  me: EmployeeMe
  /** The newest payment leads where no payday is set. */
  newest: OwnPayment | null
  now: number
}

export function NextPay({ me, newest, now }: NextPayProps) {
  const { texts } = useWords()
  const formats = useFormats()
  const { next } = me
  const name = me.firstName
  const head = next
    ? { greeting: texts.next.greeting, title: formats.weekday(next.at), usd: next.usd }
    : newest
      ? { greeting: texts.next.last, title: formats.weekday(newest.at), usd: newest.usd }
      : { greeting: texts.next.first, title: texts.next.none, usd: null }
  return (
    <section className="panel next">
      <h1>
        <span className="greeting">{fill(head.greeting, { name })}</span>
        {head.title}
      </h1>
      <MonthWithToday now={new Date(now)} />
      {head.usd === null ? (
        <p className="quiet">{texts.next.noneDetail}</p>
      ) : (
        <div className="next-sum">
          <PageFigure usd={head.usd} size="great" />
          <div className="next-words">
            {next ? <InDays at={next.at} now={now} /> : newest && <PaymentState of={newest} />}
            <span>{me.company.name}</span>
          </div>
        </div>
      )}
    </section>
  )
}

function InDays({ at, now }: { at: string; now: number }) {
  const { texts } = useWords()
  const formats = useFormats()
  const days = formats.daysUntil(at, now)
  if (days <= 0) return <span>{texts.next.today}</span>
  if (days === 1) return <span>{texts.next.tomorrow}</span>
  return <span>{fill(texts.next.inDays, { count: days })}</span>
}
