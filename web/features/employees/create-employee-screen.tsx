import { useTranslation } from 'react-i18next'
import { paths } from '#web/shared/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { EmployeeForm } from './employee-form.tsx'
import { WithNetwork } from './with-network.tsx'

export function Component() {
  const { t } = useTranslation()
  return (
    <Screen title={t('employees.form.create')} width="form">
      <PageHead
        back={{ to: paths.employees, text: t('layout.employees') }}
        title={t('employees.form.create')}
      />
      <WithNetwork>{(network) => <EmployeeForm network={network} />}</WithNetwork>
    </Screen>
  )
}
