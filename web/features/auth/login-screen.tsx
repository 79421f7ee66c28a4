import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { signInBody } from '#contract/auth.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AccessForm, EmailField } from './access-form.tsx'
import { AccessFoot, AccessPage } from './access-page.tsx'
import { useSignIn } from './api.ts'

/** A started session takes every visitor's screen to the dashboard (app/guards.tsx). */
export function Component() {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const { control, handleSubmit, setError } = useZodForm(signInBody, { email: '', password: '' })
  const send = handleSubmit((body) => {
    if (signIn.isPending) return
    signIn.mutate(body, {
      onError: (error) => showFaults(error, ['email', 'password'], setError),
    })
  })
  return (
    <AccessPage title={t('auth.login.title')}>
      <Typography variant="h1" sx={{ mb: 7, fontSize: { xs: '1.875rem' } }}>
        {t('auth.login.title')}
      </Typography>
      <AccessForm onSubmit={send}>
        <EmailField control={control} name="email" />
        <PasswordField
          control={control}
          name="password"
          label={t('auth.field.password')}
          autoComplete="current-password"
        />
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
