import type { Occurrence, OccurrenceState } from '#contract/calendar.ts'
import type { MarkName } from '#web/ui/inline-icons.tsx'

interface OccurrenceLook {
  mark: MarkName
  tone: 'jade' | 'amber' | 'brick' | 'ink2' | 'anil'
}

/** Sign and colour of a payday's states. */
export const occurrenceLook: Record<OccurrenceState, OccurrenceLook> = {
  planned: { mark: 'ahead', tone: 'ink2' },
  prepared: { mark: 'clock', tone: 'amber' },
  approved: { mark: 'signature', tone: 'anil' },
  paid: { mark: 'tick', tone: 'jade' },
  held: { mark: 'pause', tone: 'amber' },
  missed: { mark: 'slash', tone: 'brick' },
  skipped: { mark: 'bar', tone: 'ink2' },
}

/** The best first: a day of two states has the sign of the worse one. */
const fromBest: readonly OccurrenceState[] = [
  'paid',
  'skipped',
  'planned',
  'approved',
  'prepared',
  'held',
  'missed',
]

export const worstState = (occurrences: readonly Occurrence[]): OccurrenceState =>
  occurrences.reduce<OccurrenceState>(
    (worst, { state }) => (fromBest.indexOf(state) > fromBest.indexOf(worst) ? state : worst),
    'paid',
  )

/** Nothing of it is left to pay. */
export const isOver = ({ state }: Pick<Occurrence, 'state'>): boolean =>
  state === 'paid' || state === 'skipped'
