import type { PaymentPreview } from '#contract/payments.ts'
import { fullName } from '#web/lib/full-name.ts'
import { sayTooFew } from '#web/lib/missing-sentence.ts'
import { useTeam } from '#web/shared/team/api.ts'
import { Block } from '#web/ui/layout.tsx'

/** Explains QUORUM_IMPOSSIBLE of a preview: from the team, whose approvals count now. */
export function TooFewApprovers({ preview }: { preview: PaymentPreview }) {
  const required = preview.approvalsRequired
  const team = useTeam().data
  if (!team) return null
  const counting = team.users
    .filter(({ current, counts }) => !current && counts.code === 'YES')
    .map(fullName)
  const missing = Math.max(1, required - counting.length)
  return sayTooFew({ required, counting, missing }).map((sentence) => (
    <Block key={sentence}>{sentence}</Block>
  ))
}
