import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { lazy, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type MfaStarted, type SignInBody, signInBody } from '#contract/auth.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { useSignIn } from './api.ts'
import { AccessForm, EmailField } from './sign-in-form.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'

const loadCodeStep = () => importOrReload(() => import('./code-step.tsx'))
const CodeStep = lazy(async () => ({ default: (await loadCodeStep()).CodeStep }))

/** A started session takes every visitor's screen to the dashboard (app/guards.tsx). */
export function Component() {
  const [email, setEmail] = useState('')
  const [started, setStarted] = useState<MfaStarted | null>(null)
  if (started) {
    return (
      <CodeStep
        // A second sign-in is a challenge of its own.
        key={started.mfaToken}
        email={email}
        started={started}
        onBack={() => setStarted(null)}
      />
    )
  }
  return (
    <PasswordStep
      email={email}
      onStarted={(typed, answer) => {
        // The form stays until the next step is there.
        startTransition(() => {
          setEmail(typed)
          setStarted(answer)
        })
      }}
    />
  )
}

interface PasswordStepProps {
  /** The e-mail typed before, after coming back from the code. */
  email: string
  onStarted: (email: string, answer: MfaStarted) => void
}

function PasswordStep({ email, onStarted }: PasswordStepProps) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const { control, handleSubmit, setError } = useZodForm(signInBody, { email, password: '' })
  const send = handleSubmit((body: SignInBody) => {
    if (signIn.isPending) return
    // Loaded while the password is checked; the step itself reports a failure.
    loadCodeStep().catch(() => undefined)
    signIn.mutate(body, {
      onSuccess: (answer) => {
        if ('mfaToken' in answer) onStarted(body.email, answer)
      },
      onError: (error) => showFaults(error, ['email', 'password'], setError),
    })
  })
  return (
    <AccessPage title={t('auth.login.title')}>
      <Text variant="h1" mb={7} size={{ xs: 30 }}>
        {t('auth.login.title')}
      </Text>
      <AccessForm onSubmit={send}>
        <EmailField control={control} name="email" />
        <div>
          <PasswordField
            control={control}
            name="password"
            label={t('auth.field.password')}
            autoComplete="current-password"
          />
          <Text variant="body2" mt={2} textAlign="right">
            <Link component={RouterLink} to={paths.forgotPassword}>
              {t('auth.login.forgot')}
            </Link>
          </Text>
        </div>
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={signIn.isPending}
          sx={{ mt: 1 }}
        >
          {t('auth.login.submit')}
        </Button>
      </AccessForm>
      <AccessFoot>
        {t('auth.login.noAccount')}{' '}
        <Link component={RouterLink} to={paths.signUp} sx={{ whiteSpace: 'nowrap' }}>
          {t('auth.login.createAccount')}
        </Link>
      </AccessFoot>
    </AccessPage>
  )
}
