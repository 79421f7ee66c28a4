import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member, Team } from '#contract/team.ts'
import { canLoosen, findTooFew, type TooFew } from '#domain/approval-requirement.ts'
import type { Role } from '#domain/roles.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Approvals of the member count, by now or within a day. */
const isApprover = ({ counts }: Member) => counts.code === 'YES' || counts.code === 'FROM'

/** Whether too few are left for the rules when somebody gets another role, or leaves with none. */
export function findTooFewAfter(
  team: Team | undefined,
  rules: ApprovalRules | undefined,
  { member, role }: { member: Member; role: Role | null },
): TooFew | null {
  if (!team || !rules) return null
  const people = team.users.map((one) => ({ id: one._id, role: one.role, counts: isApprover(one) }))
  return findTooFew(rules, people, { id: member._id, role })
}

/** The warning of a dialog that would leave too few. */
export function TooFewLeft({ tooFew, role }: { tooFew: TooFew; role?: 'alert' }) {
  const { t } = useTranslation()
  return (
    <Notice tone="brick" {...(role && { role })}>
      {t(`team.tooFew.${tooFew}`)}{' '}
      <Link component={RouterLink} to={paths.security} noWrap>
        {t('team.changeRule')}
      </Link>
    </Notice>
  )
}

/** Too few are left, and nobody has ended the rules yet. */
export function TooFewNow({ team, rules }: { team: Team; rules: ApprovalRules }) {
  const { t } = useTranslation()
  const isEnding = rules.pending?.effectiveAt != null
  if (isEnding || canLoosen(rules, team.users.filter(isApprover).length)) return null
  return (
    <Block mb={4}>
      <Notice tone="brick">{t(rules.strongOnly ? 'team.tooFew.keys' : 'team.tooFew.now')}</Notice>
    </Block>
  )
}
