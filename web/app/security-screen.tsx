import { useTranslation } from 'react-i18next'
import { DevicesSection } from '#web/features/auth/sessions/devices-section.tsx'
import { ApprovalSection } from '#web/features/company/approval-section.tsx'
import { EmailSection } from '#web/features/users/email-section.tsx'
import { PasswordSection } from '#web/features/users/password-section.tsx'
import { TwoFactorSection } from '#web/features/users/two-factor-section.tsx'
import { useSignedInUser } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function Component() {
  const { t } = useTranslation()
  const user = useSignedInUser()
  return (
    <Screen title={t('layout.security')} width="form">
      <PageHead title={t('layout.security')} />
      {user && <EmailSection user={user} />}
      {user && <TwoFactorSection user={user} />}
      <PasswordSection />
      <ApprovalSection />
      <DevicesSection />
    </Screen>
  )
}
