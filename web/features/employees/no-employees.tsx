import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface NoEmployeesProps {
  search: string
  onShowAll: () => void
  onImport: () => void
}

/** Nobody yet, or nobody whom the search finds. */
export function NoEmployees({ search, onShowAll, onImport }: NoEmployeesProps) {
  const { t } = useTranslation()
  const { can } = useRole()
  if (search !== '') {
    return (
      <EmptyState
        title={t('employees.empty.title')}
        actions={<Button onClick={onShowAll}>{t('employees.empty.showAll')}</Button>}
      >
        {t('employees.empty.search', { search })}
      </EmptyState>
    )
  }
  if (!can('changeEmployees')) {
    return (
      <EmptyState title={t('employees.empty.title')}>
        {t('roles.whoCan.changeEmployees')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('employees.empty.title')}
      actions={
        <>
          <Button component={Link} to={paths.createEmployee} variant="contained">
            {t('employees.add')}
          </Button>
          <Button onClick={onImport}>{t('employees.import.button')}</Button>
        </>
      }
    >
      {t('employees.empty.text')}
    </EmptyState>
  )
}
