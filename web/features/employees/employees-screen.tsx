import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Employee } from '#contract/employees.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { paths } from '#web/shared/paths.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { pageSize, useEmployees } from './api.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EmployeeTable } from './employee-table.tsx'
import { NoEmployees } from './no-employees.tsx'

export function Component() {
  const { t } = useTranslation()
  const { page, search, setPage, setSearch } = useListParams()
  const { data, error, refetch } = useEmployees({ page, search })
  useClampedPage({ page, setPage }, data?.pages)
  const [toDelete, setToDelete] = useState<Employee | null>(null)
  const isEmpty = data?.employeesMatched === 0

  return (
    <Screen title={t('employees.title')}>
      <PageHead title={t('employees.title')} />
      <Row wrap justify="between" gap={3} mt={{ xs: -1, md: 0 }} mb={5} align="stretch">
        <SearchBox
          value={search}
          onSearch={setSearch}
          placeholder={t('employees.search')}
          shortPlaceholder={t('employees.searchShort')}
        />
        <AddButton filled={!isEmpty} />
      </Row>
      {data === undefined && error ? (
        <LoadFailedPanel error={error} onRetry={refetch} />
      ) : (
        <EmployeeTable
          employees={data?.employees}
          onDelete={setToDelete}
          empty={<NoEmployees search={search} onShowAll={() => setSearch('')} />}
          pager={
            <Pager
              page={page}
              pageSize={pageSize}
              total={data?.employeesMatched ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
      <DialogPresence>
        {toDelete && <DeleteDialog employee={toDelete} onClose={() => setToDelete(null)} />}
      </DialogPresence>
    </Screen>
  )
}

/** Outlined while the empty list beneath offers the same, filled. */
function AddButton({ filled }: { filled: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to={paths.createEmployee}
      variant={filled ? 'contained' : 'outlined'}
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      {t('employees.add')}
    </Button>
  )
}
