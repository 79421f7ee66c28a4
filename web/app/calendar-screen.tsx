import { CalendarScreen } from '#web/features/calendar/calendar-screen.tsx'
import { MakeSpecialRunOfAny } from '#web/features/special-runs/make-special-run.tsx'

/** The calendar with the way to a special pay: features do not know each other. */
export function Component() {
  return <CalendarScreen MakeSpecialRun={MakeSpecialRunOfAny} />
}
