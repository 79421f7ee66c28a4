import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member, Team, TeamInvitation } from '#contract/team.ts'
import type { TooFew } from '#domain/approval-requirement.ts'
import { highestApprovals } from '#domain/approval-requirement.ts'
import type { Role } from '#domain/roles.ts'
import { useApprovalRules } from '#web/shared/approval/rules-api.ts'
import { useCompanyName } from '#web/shared/company-name.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { isTeam, useTeam } from '#web/shared/team/api.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PersonAddAltIcon } from '#web/ui/icons/person-add-alt.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useResend } from './api.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PayAlone } from './pay-alone.tsx'
import { DeleteInvitationDialog, RemoveMemberDialog } from './remove-dialogs.tsx'
import { ResetFactors } from './reset-factors.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { rowsOf, type TeamActs } from './team-row.ts'
import { TeamTable } from './team-table.tsx'
import { findTooFewAfter, TooFewNow } from './too-few.tsx'

type Opened =
  | { kind: 'invite' }
  | { kind: 'role' | 'reset' | 'remove'; member: Member }
  | { kind: 'delete'; invitation: TeamInvitation }

/** The people who work here, what each may do, and whether anybody pays alone. */
export function Component() {
  const { t } = useTranslation()
  const { can } = useRole()
  const team = useTeam({ fresh: true })
  const { data } = team
  const rules = useApprovalRules()
  const company = useCompanyName()
  const [opened, setOpened] = useState<Opened | null>(null)
  const isAlone = data !== undefined && !isTeam(data)
  const invite = () => setOpened({ kind: 'invite' })
  // Nothing is said about the rule before it is known.
  const failed = [team, rules].find(({ data, error }) => data === undefined && error !== null)
  return (
    <Screen title={t('team.title')}>
      <PageHead
        title={t('team.title')}
        detail={company}
        actions={data && !isAlone && (can('manageTeam') ? <InviteButton onPress={invite} /> : null)}
      />
      {can('manageTeam') && data && rules.data && <TooFewNow team={data} rules={rules.data} />}
      {failed?.error ? (
        <LoadFailedPanel error={failed.error} onRetry={failed.refetch} />
      ) : isAlone ? (
        <Alone onInvite={invite} />
      ) : (
        <People team={data} rules={rules.data} onOpen={setOpened} />
      )}
      <Dialogs
        opened={opened}
        findTooFew={(of) => findTooFewAfter(data, rules.data, of)}
        resetWaits={rules.data?.strongOnly ?? false}
        onClose={() => setOpened(null)}
      />
    </Screen>
  )
}

function InviteButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="contained" startIcon={<PersonAddAltIcon />} onClick={onPress}>
      {t('team.invite.submit')}
    </Button>
  )
}

function Alone({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation()
  return (
    <Panel flush>
      <EmptyState title={t('team.alone.title')} actions={<InviteButton onPress={onInvite} />}>
        {t('team.alone.text')}
      </EmptyState>
    </Panel>
  )
}

interface PeopleProps {
  team: Team | undefined
  /** Undefined while loading. */
  rules: ApprovalRules | undefined
  onOpen: (opened: Opened) => void
}

function People({ team, rules, onOpen }: PeopleProps) {
  const { t } = useTranslation()
  const { can } = useRole()
  const resend = useResend()
  const acts: TeamActs = {
    onRole: (member) => onOpen({ kind: 'role', member }),
    onReset: (member) => onOpen({ kind: 'reset', member }),
    onRemove: (member) => onOpen({ kind: 'remove', member }),
    onDelete: (invitation) => onOpen({ kind: 'delete', invitation }),
    onResend: ({ _id }) => {
      if (resend.isPending) return
      resend.mutate(_id, {
        onSuccess: () => toastSuccess(t('team.invite.sent')),
        onError: reportWrite,
      })
    },
  }
  const mayManage = can('manageTeam')
  const count = highestApprovals(rules?.tiers ?? [])
  const isKnown = team !== undefined && rules !== undefined
  return (
    <>
      <TeamTable
        rows={isKnown ? rowsOf(team) : undefined}
        acts={mayManage ? acts : undefined}
        head={isKnown && <PayAlone team={team} tiers={rules.tiers} />}
      />
      {mayManage ? (
        <Text variant="body2" mt={3} tone="ink2">
          {count > 0 ? t('team.foot.approvals', { count }) : t('team.foot.none')}
        </Text>
      ) : (
        <WhoCan act="manageTeam" mt={3} />
      )}
    </>
  )
}

interface DialogsProps {
  opened: Opened | null
  findTooFew: (of: { member: Member; role: Role | null }) => TooFew | null
  /** A key approves that somebody's factors are reset. */
  resetWaits: boolean
  onClose: () => void
}

function Dialogs({ opened, findTooFew, resetWaits, onClose }: DialogsProps) {
  return (
    <>
      <DialogPresence>
        {opened?.kind === 'invite' && <InviteDialog onClose={onClose} />}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'role' && (
          <RoleDialog
            member={opened.member}
            findTooFew={(role) => findTooFew({ member: opened.member, role })}
            onClose={onClose}
          />
        )}
      </DialogPresence>
      <ResetFactors
        member={opened?.kind === 'reset' ? opened.member : null}
        waits={resetWaits}
        onClose={onClose}
      />
      <DialogPresence>
        {opened?.kind === 'remove' && (
          <RemoveMemberDialog
            member={opened.member}
            tooFew={findTooFew({ member: opened.member, role: null })}
            onClose={onClose}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'delete' && (
          <DeleteInvitationDialog invitation={opened.invitation} onClose={onClose} />
        )}
      </DialogPresence>
    </>
  )
}
