import type { Approval } from '#contract/approvals.ts'
import type { Occurrence } from '#contract/calendar.ts'
import { isOwnCode } from '#web/shared/approval/approvals-api.ts'

/**
 * `review`: others ask for this person's approval, `own`: a code or key of one's own confirms it.
 * `prepare` and `again` store the sheet, `pay` and `fund` lead to the payroll.
 */
export type MainAct = 'review' | 'own' | 'prepare' | 'again' | 'pay' | 'fund'

interface MainActInput {
  occurrence: Occurrence
  /** The approval that the payday's sheet waits for. */
  approval: Approval | undefined
  /** The person may prepare and pay. */
  mayRun: boolean
}

/** The one thing to do next with a payday; null: nothing, or nothing that this person may do. */
export function mainActOf({ occurrence, approval, mayRun }: MainActInput): MainAct | null {
  if (approval?.canApprove) return isOwnCode(approval) ? 'own' : 'review'
  if (!mayRun || occurrence.kind !== 'REGULAR') return null
  const { state, mode, reason, approvals } = occurrence
  switch (state) {
    case 'planned':
      return mode === 'REMIND' ? null : 'prepare'
    case 'prepared':
      return approvals ? null : 'pay'
    case 'approved':
      return mode === 'PAY' ? null : 'pay'
    case 'held':
      return mode === 'PAY' ? heldActOf(reason, approvals !== null) : 'pay'
    case 'missed':
      return 'pay'
    default:
      return null
  }
}

function heldActOf(reason: Occurrence['reason'], isApprovalOpen: boolean): MainAct | null {
  if (reason === 'FUNDS') return 'fund'
  if (reason === 'SHEET_CHANGED' || reason === 'ABOVE_CEILING') return 'again'
  if (reason === 'NOT_APPROVED') return isApprovalOpen ? null : 'again'
  const isChoice = reason === 'HELD_ADDRESSES' || reason === 'PAID_ELSEWHERE'
  return isChoice || reason === 'UNCERTAIN' ? 'pay' : null
}

/** Whether what is prepared can be prepared once more, as it is now. */
export const isPreparable = ({ kind, mode, state }: Occurrence): boolean =>
  kind === 'REGULAR' && mode !== 'REMIND' && (state === 'prepared' || state === 'approved')
