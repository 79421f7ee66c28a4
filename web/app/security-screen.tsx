import { useTranslation } from 'react-i18next'
import { DevicesSection } from '#web/features/auth/sessions/devices-section.tsx'
import { ApprovalSection } from '#web/features/company/approval-section.tsx'
import { StaffSection } from '#web/features/company/staff-section.tsx'
import { SweepSection } from '#web/features/company/sweep-section.tsx'
import { FactorsSections } from '#web/features/factors/factors-sections.tsx'
import { PasswordSection } from '#web/features/users/password-section.tsx'
import { TwoFactorSection } from '#web/features/users/two-factor-section.tsx'
import { useSignedInUser } from '#web/lib/session.ts'
import { strongFactors, useFactors } from '#web/shared/factors/api.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function Component() {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const factors = useFactors().data
  return (
    <Screen title={t('layout.security')} width="form">
      <PageHead title={t('layout.security')} />
      {user && (
        <>
          <TwoFactorSection user={user} strong={strongFactors(factors)} />
          <FactorsSections user={user} />
        </>
      )}
      <PasswordSection />
      <ApprovalSection />
      <SweepSection />
      <StaffSection />
      <DevicesSection />
    </Screen>
  )
}
