import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member, Team } from '#contract/team.ts'
import { canLoosen } from '#domain/approval-requirement.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Members whose approvals count, by now or within a day. */
const approversOf = ({ users }: Team) =>
  users.filter(({ counts }) => counts.code === 'YES' || counts.code === 'FROM')

/** Whether without this person nobody could change the rules any more. */
export function leavesTooFew(
  team: Team | undefined,
  rules: ApprovalRules | undefined,
  member: Member,
): boolean {
  if (!team || !rules) return false
  const approvers = approversOf(team)
  const isOne = approvers.some(({ _id }) => _id === member._id)
  return isOne && !canLoosen(rules, approvers.length - 1)
}

/** The warning of a dialog that would leave too few. */
export function TooFewLeft({ role }: { role?: 'alert' }) {
  const { t } = useTranslation()
  return (
    <Notice tone="brick" {...(role && { role })}>
      {t('team.tooFew.left')}{' '}
      <Link component={RouterLink} to={paths.security} noWrap>
        {t('team.changeRule')}
      </Link>
    </Notice>
  )
}

/** Too few are left, and nobody has ended the rules yet. Nothing takes the place of keys alone. */
export function TooFewNow({ team, rules }: { team: Team; rules: ApprovalRules }) {
  const { t } = useTranslation()
  const isEnding = rules.pending?.effectiveAt != null
  if (rules.strongOnly || isEnding || canLoosen(rules, approversOf(team).length)) return null
  return (
    <Block mb={4}>
      <Notice tone="brick">{t('team.tooFew.now')}</Notice>
    </Block>
  )
}
