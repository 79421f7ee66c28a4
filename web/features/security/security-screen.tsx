import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { ApprovalSection } from './approval-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

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
