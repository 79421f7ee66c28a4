import type { Control } from 'react-hook-form'
import type { Include } from '#contract/include.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import type { PayWait } from '#web/shared/payments/pay-wait.ts'
import type { Payability } from './payability.ts'
import type { PayChoice } from './use-pay-choice.ts'
import type { RunChangesState } from './use-run-changes.ts'
import type { SharedAddresses } from './use-shared-addresses.ts'
import type { ResetPerson } from './waits-after-reset.tsx'

/** All that the pay dialog shows, and its choices. */
export interface PayFormProps {
  payroll: Payroll
  source: PaySource
  preview: PaymentPreview
  payability: Payability
  choice: PayChoice
  shared: SharedAddresses
  run: RunChangesState
  /** Two columns: something changed, or is to be looked at. */
  wide: boolean
  /** The transaction for which the next payment waits, though nothing is on its way. */
  wait: PayWait | null
  control: Control<{ note: string }, unknown, { note: string }>
  left: readonly ResetPerson[]
  onLeave: (people: ResetPerson[]) => void
  include: Include
  onInclude: (include: Include) => void
  targetBlocks: TargetBlocks
  onTarget: (blocks: TargetBlocks) => void
  pending: boolean
  /** The answer was lost, and the outcome of the payment is being looked for. */
  looking: boolean
  error: Error | null
  onSeeTransactions: () => void
}
