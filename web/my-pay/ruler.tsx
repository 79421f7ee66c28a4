import { localDayOfMonth } from '#web/lib/format.ts'
import { useWords } from './texts.ts'

const paydays = [15, 30]

/** Days nearer than this to another would have their number under its word. */
const room = 3

interface MonthRulerProps {
  /** The day of today, 1 to 31; without, the ruler is only the house's sign. */
  today?: number
}

/** 30 ticks, the 15th and the 30th tall. Decoration: the words beside say the same. */
export function PageMonthRuler({ today }: MonthRulerProps) {
  const last = Math.max(30, today ?? 0)
  const place = (day: number) => `${((day - 1) / (last - 1)) * 100}%`
  return (
    <svg className="ruler" aria-hidden>
      {Array.from({ length: last }, (_, index) => index + 1).map((day) => (
        <line
          key={day}
          className={paydays.includes(day) ? 'payday' : undefined}
          x1={place(day)}
          x2={place(day)}
          y1={paydays.includes(day) ? 0 : '60%'}
          y2="100%"
        />
      ))}
      {today !== undefined && (
        <line className="today" x1={place(today)} x2={place(today)} y1="0" y2="100%" />
      )}
    </svg>
  )
}

/** The month with today in it, and the numbers beneath. */
export function MonthWithToday({ now }: { now: Date }) {
  const { texts } = useWords()
  const today = localDayOfMonth(now)
  const last = Math.max(30, today)
  const at = (day: number) => ({ left: `${((day - 1) / (last - 1)) * 100}%` })
  return (
    <div className="month">
      <PageMonthRuler today={today} />
      <div className="month-days" aria-hidden>
        {paydays
          .filter((day) => Math.abs(day - today) >= room)
          .map((day) => (
            <span key={day} style={at(day)}>
              {day}
            </span>
          ))}
        <span className="today" style={at(today)}>
          {texts.next.today}
        </span>
      </div>
    </div>
  )
}
