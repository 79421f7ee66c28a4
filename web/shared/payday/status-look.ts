import type { PayrollStatusCode } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { minuteMs } from '#domain/durations.ts'
import type { MarkName } from '#web/ui/inline-icons.tsx'

interface StatusLook {
  mark: MarkName
  tone: 'jade' | 'amber' | 'brick' | 'ink2'
}

/** Sign and colour of the ten states, the same on every screen. */
export const statusLook: Record<PayrollStatusCode, StatusLook> = {
  noPeople: { mark: 'ahead', tone: 'ink2' },
  short: { mark: 'alert', tone: 'brick' },
  fundsOnTheWay: { mark: 'half', tone: 'amber' },
  ready: { mark: 'tick', tone: 'jade' },
  awaitsApproval: { mark: 'clock', tone: 'amber' },
  awaitsNode: { mark: 'node', tone: 'ink2' },
  sent: { mark: 'half', tone: 'amber' },
  paid: { mark: 'tick', tone: 'jade' },
  paidInPart: { mark: 'half', tone: 'jade' },
  stopped: { mark: 'pause', tone: 'amber' },
}

/** A payment all in dollars of which no list has gone to the bank: nobody is paid yet. */
export const goesToBank = ({ status: { code, paid, dollars } }: Pick<Payroll, 'status'>) =>
  code === 'paid' && paid === 0 && dollars !== null

/** Sign and colour of a payroll's state. */
export const lookOf = (payroll: Pick<Payroll, 'status'>): StatusLook =>
  goesToBank(payroll) ? { mark: 'clock', tone: 'amber' } : statusLook[payroll.status.code]

/** Money is asked for, or ready: only then a bar says how far it reaches. */
export const hasBar = ({ status: { code } }: Payroll) =>
  code === 'short' || code === 'fundsOnTheWay' || code === 'ready'

/** Another press would be refused: the run has to end first. */
export const isUnderWay = ({ status: { code } }: Pick<Payroll, 'status'>) =>
  code === 'sent' || code === 'awaitsNode'

/** After a payment is on its way for so long, it takes longer than usual. */
export const usualMinutes = 30

export const isLate = (at: string | null, now: number) =>
  at !== null && now - Date.parse(at) >= usualMinutes * minuteMs

/**
 * A withdrawal keeps a payroll as busy as a payment does, and so does a cancellation: the words about
 * people who are paid would be wrong for both.
 */
export type Movement = 'payment' | 'withdrawal' | 'cancel'

export function movementOf({ status, lastTransaction }: Payroll): Movement {
  const isMoving = lastTransaction?.state === 'unconfirmed' || lastTransaction?.state === 'signed'
  if (status.code === 'sent' && lastTransaction?.type === 'cancel' && isMoving) return 'cancel'
  const isOpen = isUnderWay({ status }) || status.code === 'awaitsApproval'
  return isOpen && status.payment === null ? 'withdrawal' : 'payment'
}
