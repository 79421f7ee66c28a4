import { useTranslation } from 'react-i18next'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** The form's own sections with bars for its fields. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
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
