import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { useSignUpState } from './api.ts'
import { AccessFoot } from './sign-in-layout.tsx'

/** The way to an account, where it leads to one. The form above does not move once that is known. */
export function CreateAccountFoot() {
  const { t } = useTranslation()
  const { data, isPending } = useSignUpState()
  if (data?.open === false) return <AccessFoot>{t('auth.invitation.needed')}</AccessFoot>
  return (
    <Block unseen={isPending}>
      <AccessFoot>
        {t('auth.login.noAccount')}{' '}
        <Link component={RouterLink} to={paths.signUp} noWrap>
          {t('auth.login.createAccount')}
        </Link>
      </AccessFoot>
    </Block>
  )
}
