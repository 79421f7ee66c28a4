import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/lib/config.ts'
import { paths } from '#web/lib/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { EmployeeForm } from './employee-form.tsx'
import { blankEmployee } from './employee-values.ts'
import { FormSkeleton } from './form-skeleton.tsx'

export function Component() {
  const { t } = useTranslation()
  const network = useConfig()?.network
  return (
    <Screen title={t('employees.form.create')} width="form">
      <PageHead
        back={{ to: paths.employees, text: t('layout.employees') }}
        title={t('employees.form.create')}
      />
      {network === undefined ? (
        <FormSkeleton />
      ) : (
        <EmployeeForm network={network} values={blankEmployee} />
      )}
    </Screen>
  )
}
