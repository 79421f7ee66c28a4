import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Member, TeamInvitation, WaitingChange } from '#contract/team.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUndoChange } from './api.ts'
import { useDayWords } from './use-when.ts'

/** The role that somebody is to have, while it waits. */
export function NextRole({ member: { nextRole } }: { member: Member }) {
  const { t } = useTranslation()
  const { when } = useDayWords()
  if (!nextRole) return null
  const { effectiveAt } = nextRole
  const role = t(`roles.name.${nextRole.role}`)
  return (
    <Line change={nextRole}>
      {effectiveAt === null
        ? t('team.waiting.role', { role })
        : t('team.waiting.roleFrom', { role, when: when(effectiveAt) })}
    </Line>
  )
}

/** The time at which an approved invitation is sent, or where it is approved. */
export function NextSending({ invitation: { change } }: { invitation: TeamInvitation }) {
  const { t } = useTranslation()
  const { when } = useDayWords()
  if (!change) return null
  const { effectiveAt } = change
  return (
    <Line change={change}>
      {effectiveAt !== null && t('team.waiting.sends', { when: when(effectiveAt) })}
    </Line>
  )
}

/** A link to the approval; once there are enough, a button that undoes the change. */
function Line({ change, children }: { change: WaitingChange; children: ReactNode }) {
  const { t } = useTranslation()
  const { can } = useRole()
  const undo = useUndoChange()
  const isApproved = change.effectiveAt !== null
  return (
    <Text as="div" size={13} leading={18} tone="amber">
      {children}
      {/* Never behind the sentence, where a column would cut it. */}
      <Block>
        {!isApproved && (
          <Link component={RouterLink} to={paths.approval(change._id)}>
            {t('team.waiting.see')}
          </Link>
        )}
        {isApproved && can('manageTeam') && (
          <Link
            component="button"
            type="button"
            disabled={undo.isPending}
            onClick={() =>
              undo.mutate(change._id, {
                onSuccess: () => toastSuccess(t('team.waiting.undone')),
                onError: reportWrite,
              })
            }
          >
            {t('team.waiting.undo')}
          </Link>
        )}
      </Block>
    </Text>
  )
}
