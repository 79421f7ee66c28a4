import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod/mini'
import { say } from '#contract/fields.ts'
import { acceptInvitationBody, type InvitationShown } from '#contract/team.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { NewPasswordFields } from '#web/shared/auth/new-password-fields.tsx'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { NameFields } from '../name-fields.tsx'
import { AccessForm } from '../sign-in-form.tsx'
import { useAcceptInvitation } from './api.ts'

const joinForm = z.extend(acceptInvitationBody, { confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: say('passwordsDiffer'),
  }),
)

interface JoinFormProps {
  token: string
  invitation: InvitationShown
  /** The invitation was used, or it ended, while the form was filled. */
  onEnded: () => void
}

/** The person who invites, the role, and the form of an account. */
export function JoinForm({ token, invitation, onEnded }: JoinFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const accept = useAcceptInvitation(token)
  const { control, handleSubmit, setError, formState } = useZodForm(joinForm, {
    firstName: '',
    lastName: '',
    password: '',
    confirmPassword: '',
  })
  const { saved } = useUnsavedChanges(formState.isDirty)

  const send = handleSubmit(({ firstName, lastName, password }) => {
    if (accept.isPending || accept.isSuccess) return
    accept.mutate(
      { firstName, lastName, password },
      {
        onSuccess: () => {
          saved()
          void navigate(paths.dashboard, { replace: true })
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'INVITATION_ENDED') {
            saved()
            onEnded()
          } else if (!showFaults(error, ['firstName', 'lastName', 'password'], setError)) {
            toastError(error.message)
          }
        },
      },
    )
  })

  return (
    <>
      <Block mb={6}>
        <FactRows
          facts={[
            { name: t('team.join.invitedBy'), value: invitation.invitedBy },
            {
              name: t('team.join.role'),
              value: (
                <>
                  <Text as="div" strong>
                    {t(`roles.name.${invitation.role}`)}
                  </Text>
                  <Text as="div" size={13.5} tone="ink2">
                    {t(`roles.does.${invitation.role}`)}
                  </Text>
                </>
              ),
            },
            { name: t('team.join.email'), value: invitation.email },
          ]}
        />
      </Block>
      <AccessForm onSubmit={send}>
        {/* A hidden name for programs that keep passwords. */}
        <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <NameFields control={control} />
        <NewPasswordFields control={control} name="password" label={t('auth.field.password')} />
        <Button type="submit" variant="contained" size="large" disabled={accept.isPending} mt={1}>
          {t('team.join.submit')}
        </Button>
      </AccessForm>
    </>
  )
}
