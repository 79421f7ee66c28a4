import { useTranslation } from 'react-i18next'
import type { Member, TeamInvitation } from '#contract/team.ts'
import type { TooFew } from '#domain/approval-requirement.ts'
import { fullName } from '#web/lib/full-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeleteInvitation, useRemoveMember } from './api.ts'
import { TooFewLeft } from './too-few.tsx'

interface RemoveMemberProps {
  member: Member
  /** The fault that the rules have without this person. */
  tooFew: TooFew | null
  onClose: () => void
}

export function RemoveMemberDialog({ member, tooFew, onClose }: RemoveMemberProps) {
  const { t } = useTranslation()
  const remove = useRemoveMember()
  const name = fullName(member)

  function confirm() {
    if (remove.isPending || remove.isSuccess) return
    const leaving = { id: member._id, confirmed: tooFew !== null }
    remove.mutate(leaving, {
      onSuccess: () => toastSuccess(t('team.remove.done', { name })),
      onError: reportWrite,
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('team.remove.title')}
      question={t('team.remove.question')}
      name={name}
      consequence={t('team.remove.consequence')}
      warning={tooFew && <TooFewLeft tooFew={tooFew} />}
      confirm={t('team.remove.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
    />
  )
}

interface DeleteInvitationProps {
  invitation: TeamInvitation
  onClose: () => void
}

export function DeleteInvitationDialog({ invitation, onClose }: DeleteInvitationProps) {
  const { t } = useTranslation()
  const remove = useDeleteInvitation()

  function confirm() {
    if (remove.isPending || remove.isSuccess) return
    remove.mutate(invitation._id, {
      onSuccess: () => toastSuccess(t('team.invitation.deleted')),
      onError: reportWrite,
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('team.menu.delete')}
      question={t('team.invitation.question')}
      name={invitation.email}
      consequence={t('team.invitation.consequence')}
      confirm={t('team.invitation.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
    />
  )
}
