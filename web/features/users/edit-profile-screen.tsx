import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/session.ts'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useCompanyProfile } from './api.ts'
import { ProfileForm } from './profile-form.tsx'

export function Component() {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const { data: company, error, refetch } = useCompanyProfile()
  return (
    <Screen title={t('layout.editProfile')} width="form">
      <PageHead title={t('layout.editProfile')} />
      {user && company ? (
        <ProfileForm user={user} company={company} />
      ) : error ? (
        <LoadFailedPanel error={error} onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </Screen>
  )
}

function ProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <FormSection title={t('profile.person')} detail={t('profile.personDetail')}>
        <FieldSkeleton />
        <FieldSkeleton />
      </FormSection>
      <FormSection title={t('profile.company')} detail={t('profile.companyDetail')}>
        <FullRow>
          <FieldSkeleton />
        </FullRow>
      </FormSection>
    </div>
  )
}
