import { calendarAnswer, type Occurrence } from '#contract/calendar.ts'
import { payrollList } from '#contract/payrolls.ts'
import { server } from './server.ts'

/** A planned payday of a fortnight. */
export function makeOccurrence(values: Partial<Occurrence> = {}): Occurrence {
  return {
    _id: 'occurrence-1',
    kind: 'REGULAR',
    payroll: { _id: 'payroll-1', name: 'Beneficio Santa Ana' },
    periodKey: '2026-11-Q2',
    dueAt: '2026-11-30T14:00:00.000Z',
    moved: null,
    mode: 'REMIND',
    state: 'planned',
    people: 31,
    totalUsd: 19_240,
    missing: null,
    covered: null,
    reason: null,
    payment: null,
    approvals: null,
    ceilingUsd: null,
    specialRun: null,
    skipReason: '',
    nextNotice: null,
    ...values,
  }
}

/** The paydays of a company; it has no payroll of which a special pay could be made. */
export function answerCalendar(occurrences: Occurrence[]) {
  server.answer('GET', '/calendar', calendarAnswer, { occurrences, closedDays: [] })
  server.answer('GET', '/payrolls', payrollList, { payrolls: [], payrollsMatched: 0, pages: 0 })
}
