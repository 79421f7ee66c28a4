import type { Approval } from '#contract/approvals.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'

/** 'Falta 1 de 2' with its sign: half a disc where somebody has approved. */
export function LackingApprovals({ approval }: { approval: Approval }) {
  const words = useApprovalWords()
  return (
    <Row gap={2} tone="amber" strong size={15} leading={22}>
      <Mark name={approval.given.length > 0 ? 'half' : 'clock'} />
      <span>{words.lacking(approval)}</span>
    </Row>
  )
}
