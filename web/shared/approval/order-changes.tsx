import type { ReactNode } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { useChanges } from '#web/shared/changes/api.ts'
import { ChangesCounts } from '#web/shared/changes/changes-counts.tsx'
import { ChangesLine } from '#web/shared/changes/changes-line.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface OrderChangesProps {
  approval: Approval
  /** Until they are known. */
  children: ReactNode
}

/** The changes since the last payday, all of them open: the first thing for an approver to check. */
export function OrderChanges({ approval, children }: OrderChangesProps) {
  const { changes, payroll, sheetHash, kind } = approval
  const isPay = kind === 'PAYMENT' || kind === 'OCCURRENCE'
  const asks = isPay && changes === null && payroll !== null
  const live = useChanges(payroll?._id ?? '', sheetHash, asks).data
  const summary = changes ?? live
  if (!summary || !payroll) return children
  const isCompared = summary.since !== null && summary.severity !== null
  return (
    <Panel>
      {isCompared ? (
        <ChangesCounts payrollId={payroll._id} summary={summary} version={sheetHash} opened="all" />
      ) : (
        <ChangesLine summary={summary} />
      )}
    </Panel>
  )
}
