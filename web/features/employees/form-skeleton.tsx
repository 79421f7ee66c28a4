import { useTranslation } from 'react-i18next'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Hidden } from '#web/ui/hidden.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'

/** The form's own sections with bars for its fields. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <Hidden role="status">{t('ui.loading')}</Hidden>
      <FormSection title={t('employees.form.person')} detail={t('employees.form.personDetail')}>
        <FieldSkeleton />
        <FieldSkeleton />
        <FieldSkeleton />
        <FieldSkeleton />
        <FullRow>
          <FieldSkeleton />
        </FullRow>
      </FormSection>
      <FormSection title={t('employees.form.pay')} detail={t('employees.form.payDetail')}>
        <FieldSkeleton />
        <FullRow>
          <FieldSkeleton />
        </FullRow>
      </FormSection>
    </div>
  )
}
