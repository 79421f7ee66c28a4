import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { PaymentPreview } from '#contract/payments.ts'
import { ApiError } from '#web/lib/api.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useTeam } from '#web/shared/team/api.ts'
import { Block } from '#web/ui/layout.tsx'

const answered = z.object({ required: z.int(), counting: z.array(z.string()), missing: z.int() })
type TooFew = z.infer<typeof answered>

/** The others who could approve, and how many are missing. */
function Sentences({ required, counting, missing }: TooFew) {
  const { t } = useTranslation()
  const names = counting.join(', ')
  return (
    <>
      <Block>
        {counting.length === 0
          ? t('approvals.impossible.nobody', { count: required, required })
          : t('approvals.impossible.some', { count: counting.length, required, names })}
      </Block>
      <Block>{t('approvals.impossible.missing', { count: missing })}</Block>
    </>
  )
}

/** Explains QUORUM_IMPOSSIBLE of a preview: from the team, whose approvals count now. */
export function TooFewApprovers({ preview }: { preview: PaymentPreview }) {
  const required = preview.approvalsRequired
  const team = useTeam().data
  if (!team) return null
  const counting = team.users
    .filter(({ current, counts }) => !current && counts.code === 'YES')
    .map(fullName)
  const missing = Math.max(1, required - counting.length)
  return <Sentences required={required} counting={counting} missing={missing} />
}

/** Explains a payment that was refused for too few approvers. */
export function RefusedTooFew({ error }: { error: Error | null }) {
  const isIts = error instanceof ApiError && error.code === 'QUORUM_IMPOSSIBLE'
  const { data } = answered.safeParse(isIts ? error.data : null)
  return data ? <Sentences {...data} /> : null
}
