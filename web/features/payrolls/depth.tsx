import { useQuery } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { finalDepth } from '#domain/block-depths.ts'
import { isRead } from '#web/lib/is-read.ts'
import { slowPollMs } from '#web/lib/polling.ts'
import { paymentQuery } from '#web/shared/payments/payment.ts'
import { useDepthText } from '#web/shared/transactions/depth.ts'

/** The least deep transaction of a run: the run is as final as that. */
export const depthOfRun = ({ transactions }: Payment): number =>
  Math.min(...transactions.map(({ confirmations }) => confirmations))

/** The run that the payroll's state speaks of. */
export const useRun = (payroll: Payroll | undefined): Payment | undefined =>
  useRunOf(payroll?.status.payment ?? null)

/** A run, kept current until it is final. */
export function useRunOf(id: string | null): Payment | undefined {
  return useQuery({
    ...paymentQuery(id ?? ''),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data && depthOfRun(state.data) >= finalDepth ? false : slowPollMs,
  }).data
}

/** Whether the run is there, or will not come: what it says stands above much else. */
export function useIsRunKnown(payroll: Payroll | undefined): boolean {
  const id = payroll?.status.payment ?? null
  const run = useQuery({ ...paymentQuery(id ?? ''), enabled: id !== null })
  return id === null || isRead(run)
}

/** ' · Confirmada · 1 de 6 bloques' */
export function Depth({ payroll }: { payroll: Payroll }) {
  const run = useRun(payroll)
  const text = useDepthText()
  // A run of dollars alone is in no block.
  return run && run.transactions.length > 0 ? ` · ${text(depthOfRun(run))}` : null
}
