import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Nobody yet, or nobody whom the search finds. */
export function NoEmployees({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const { t } = useTranslation()
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
  return (
    <EmptyState
      title={t('employees.empty.title')}
      actions={
        <Button component={Link} to={paths.createEmployee} variant="contained">
          {t('employees.add')}
        </Button>
      }
    >
      {t('employees.empty.text')}
    </EmptyState>
  )
}
