import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member, Team } from '#contract/team.ts'
import { canLoosen, canMeet } from '#domain/approval-requirement.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Members whose approvals count, by now or within a day. */
const approversOf = ({ users }: Team) =>
  users.filter(({ counts }) => counts.code === 'YES' || counts.code === 'FROM')

/** `left`: nobody could change the rules any more, nor meet them. `unmet`: nobody could meet the highest tier. */
export type TooFew = 'left' | 'unmet'

/** Whether too few are left for the rules when somebody gets another role, or leaves with none. */
export function findTooFew(
  team: Team | undefined,
  rules: ApprovalRules | undefined,
  { member, role }: { member: Member; role: Role | null },
): TooFew | null {
  if (!team || !rules) return null
  const approvers = approversOf(team)
  const isOne = approvers.some(({ _id }) => _id === member._id)
  const staysOne = isOne && role !== null && approvingRoles.includes(role)
  if (isOne && !staysOne && !canLoosen(rules, approvers.length - 1)) return 'left'
  const others = team.users.filter(({ _id }) => _id !== member._id)
  const people = (of: readonly Pick<Member, '_id' | 'role'>[], isApproving: boolean) =>
    of.map(({ _id, role: has }) => ({
      role: has,
      counts:
        _id === member._id ? isApproving : approvers.some(({ _id: approver }) => approver === _id),
    }))
  const after = role === null ? others : [...others, { ...member, role }]
  const wasMet = canMeet(rules.tiers, people(team.users, isOne))
  return wasMet && !canMeet(rules.tiers, people(after, staysOne)) ? 'unmet' : null
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
  if (isEnding || canLoosen(rules, approversOf(team).length)) return null
  return (
    <Block mb={4}>
      <Notice tone="brick">{t(rules.strongOnly ? 'team.tooFew.keys' : 'team.tooFew.now')}</Notice>
    </Block>
  )
}
