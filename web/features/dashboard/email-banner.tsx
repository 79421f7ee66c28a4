import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useSignedInUser } from '#web/lib/session.ts'
import { useConfig } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Outside the sandbox no money leaves before the e-mail is confirmed. */
export function EmailBanner() {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const config = useConfig()
  if (!user || user.emailVerified || !config || config.sandbox) return null
  return (
    <Banner
      mark="alert"
      action={
        <Link component={RouterLink} to={paths.security}>
          {t('security.email.bannerAction')}
        </Link>
      }
    >
      {t('security.email.banner')}
    </Banner>
  )
}
