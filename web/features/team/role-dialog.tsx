import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/team.ts'
import type { TooFew } from '#domain/approval-requirement.ts'
import type { Role } from '#domain/roles.ts'
import { ApiError } from '#web/lib/api.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useChangeRole } from './api.ts'
import { RoleChoice } from './role-choice.tsx'
import { TooFewLeft } from './too-few.tsx'

interface RoleDialogProps {
  member: Member
  /** The fault that the rules have when the person has that role. */
  findTooFew: (role: Role) => TooFew | null
  onClose: () => void
}

export function RoleDialog({ member, findTooFew, onClose }: RoleDialogProps) {
  const { t } = useTranslation()
  const change = useChangeRole()
  const [role, setRole] = useState(member.role)
  const isSame = role === member.role
  const tooFew = isSame ? null : findTooFew(role)
  const { saved, leave } = useUnsavedChanges(!isSame)
  const close = () => leave(onClose)

  function send() {
    if (isSame || change.isPending || change.isSuccess) return
    change.mutate(
      { id: member._id, role, confirmed: tooFew !== null },
      {
        onSuccess: (changed) => {
          saved()
          toastSuccess(t(changed.role === role ? 'team.role.done' : 'team.role.waits'))
          onClose()
        },
        onError: (error) => {
          if (error instanceof ApiError && error.isAboutSession) return
          toastError(error.message)
        },
      },
    )
  }

  return (
    <AppDialog
      onClose={close}
      title={t('team.role.title')}
      busy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      note={t('team.role.note')}
      actions={
        <>
          <Button onClick={close} disabled={change.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={isSame || change.isPending}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Text strong breakWords>
        <PersonName of={member} />
      </Text>
      <Text variant="body2" mb={5} tone="ink2" breakWords>
        {member.email}
      </Text>
      <RoleChoice value={role} onChange={setRole} />
      {tooFew && <TooFewLeft tooFew={tooFew} role="alert" />}
    </AppDialog>
  )
}
