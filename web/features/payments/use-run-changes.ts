import type { Changes, HeldAddress } from '#contract/changes.ts'
import { useChanges } from '#web/shared/changes/api.ts'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import type { HeldState } from './use-held-choices.ts'
import { ofPeople, type PayChoice } from './use-pay-choice.ts'

export interface RunChangesState {
  payrollId: string
  /** Null: the changes are of the salaries, too. */
  special: PaySource['special']
  /** The changes; null until they are read. */
  changes: Changes | null
  error: Error | null
  retry: () => void
  /** The changes belong to the preview beside them. */
  isCurrent: boolean
  /** The held people whom a press would pay. */
  held: readonly HeldAddress[]
  /** The choices of those people. */
  choices: HeldState['choices']
  /** The choices as a press sends them. */
  sent: HeldState['choices']
  /** Everybody held has a choice. */
  isDecided: boolean
  /** The version of the changes: with another one they are read again. */
  version: string
  state: HeldState
}

interface ChangesQuery {
  payrollId: string
  source: PaySource
  enabled: boolean
}

/** The changes since the last paid run, and the choices about those whose address or account waits. */
export function useRunChanges(
  { payrollId, source, enabled }: ChangesQuery,
  state: HeldState,
  { whole, only }: PayChoice,
): RunChangesState {
  const version = whole.data?.previewHash ?? ''
  const { data, error, refetch, isPlaceholderData } = useChanges(
    payrollId,
    version,
    enabled && version !== '',
  )
  // The payroll's changes speak of the salaries: the preview of a sheet has those whom it pays.
  const waiting = source.special ? whole.data?.held : data?.held
  if (data && waiting && !isPlaceholderData) state.prune(waiting)
  const held = (data && waiting ? waiting : []).filter(
    ({ employee }) => !only || only.includes(employee._id),
  )
  const ids = held.map(({ employee }) => employee._id)
  const choices = ofPeople(state.choices, ids)
  return {
    payrollId,
    special: source.special,
    changes: (data && (source.special ? ofDestinations(data) : data)) ?? null,
    error,
    retry: () => void refetch(),
    isCurrent: data !== undefined && !isPlaceholderData,
    held,
    choices,
    sent: held.length > 0 ? ofPeople(state.sent, ids) : {},
    isDecided: held.every(({ employee }) => choices[employee._id]),
    version,
    state,
  }
}

/** The amounts of a sheet are its own: only where the money goes is compared with the last run. */
function ofDestinations(all: Changes): Changes {
  const { addresses, accounts } = all.counts
  const none = { added: 0, left: 0, salaries: 0, names: 0, shares: 0, frequencies: 0, amounts: 0 }
  const severity = addresses + accounts > 0 ? all.severity : null
  return { ...all, counts: { ...none, addresses, accounts }, severity }
}
