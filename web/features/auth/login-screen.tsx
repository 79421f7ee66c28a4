import { lazy, Suspense, startTransition, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type MfaStarted, type SignInBody, signInBody } from '#contract/auth.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { canUsePasskeys, hasUsedPasskey } from '#web/lib/passkey-place.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { readLeftPage } from '#web/shared/auth/return-page.ts'
import { paths } from '#web/shared/paths.ts'
import { BesideFault } from '#web/ui/beside-fault.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useSignIn } from './api.ts'
import { CreateAccountFoot } from './create-account-foot.tsx'
import { useEarlyEntry } from './early-entry.ts'
import { KeyFirst } from './key-first.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { AccessForm, EmailField } from './sign-in-form.tsx'
import { AccessPage } from './sign-in-layout.tsx'

const loadCodeStep = () => importOrReload(() => import('./code-step.tsx'))
const CodeStep = lazy(async () => ({ default: (await loadCodeStep()).SignInCodeStep }))

const LeftPageNote = lazy(async () => ({
  default: (await importOrReload(() => import('./left-page-note.tsx'))).LeftPageNote,
}))

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

/** The place of the passkey's button. The build draws it where most people have it. */
function placeOfKey(): 'none' | 'first' | 'after' {
  if (typeof window === 'undefined') return 'after'
  if (!canUsePasskeys()) return 'none'
  return hasUsedPasskey() ? 'first' : 'after'
}

interface PasswordStepProps {
  /** The e-mail typed before, after coming back from the code. */
  email: string
  onStarted: (email: string, answer: MfaStarted) => void
}

function PasswordStep({ email, onStarted }: PasswordStepProps) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const [left] = useState(readLeftPage)
  const [key] = useState(placeOfKey)
  const form = useZodForm(signInBody, { email, password: '' })
  const { control, handleSubmit, setError } = form
  const element = useRef<HTMLFormElement>(null)
  useEarlyEntry(element, form)
  const send = handleSubmit((body: SignInBody) => {
    if (signIn.isPending) return
    // Loaded while the password is checked; the step itself reports a failure.
    loadCodeStep().catch(() => undefined)
    signIn.mutate(body, {
      onSuccess: (answer) => {
        if ('mfaToken' in answer) onStarted(body.email, answer)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'WRONG_CREDENTIALS') {
          setError('password', { message: error.message }, { shouldFocus: true })
        } else if (!showFaults(error, ['email', 'password'], setError)) toastError(error.message)
      },
    })
  })
  return (
    <AccessPage title={t('auth.login.title')}>
      <Text variant="h1" mb={7} size={{ xs: 30 }}>
        {t('auth.login.title')}
      </Text>
      {left && (
        <Suspense>
          <LeftPageNote left={left} />
        </Suspense>
      )}
      {key === 'first' && <KeyFirst />}
      <AccessForm ref={element} onSubmit={send}>
        <EmailField control={control} name="email" />
        <Block relative minHeight={{ sm: 100 }}>
          <PasswordField
            control={control}
            name="password"
            label={t('auth.field.password')}
            autoComplete="current-password"
          />
          <BesideFault>
            <Link component={RouterLink} to={paths.forgotPassword}>
              {t('auth.login.forgot')}
            </Link>
          </BesideFault>
        </Block>
        <Button
          type="submit"
          variant={key === 'first' ? 'outlined' : 'contained'}
          size="large"
          disabled={signIn.isPending}
          mt={1}
        >
          {t('auth.login.submit')}
        </Button>
        {key === 'after' && <PasskeyButton />}
      </AccessForm>
      <CreateAccountFoot />
    </AccessPage>
  )
}
