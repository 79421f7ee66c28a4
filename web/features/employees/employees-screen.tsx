import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Employee } from '#contract/employees.ts'
import { UploadDialog } from '#web/features/imports/index.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { paths } from '#web/shared/paths.ts'
import { isReadinessShown } from '#web/shared/readiness/is-readiness-shown.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FileUploadIcon } from '#web/ui/icons/file-upload.tsx'
import { Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { employeesPageSize, useCounts, useEmployees } from './api.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DepartmentFilter, useDepartment } from './department-filter.tsx'
import { EmployeeTable } from './employee-table.tsx'
import { NoEmployees } from './no-employees.tsx'
import { NobodyInTab, ReadinessHead } from './readiness-head.tsx'
import { readinessQuery, useReadinessTab } from './readiness-tabs.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useChosen } from './use-chosen.ts'

export function Component() {
  const { t } = useTranslation()
  const { page, search, setPage, setSearch, showAll } = useListParams()
  const { tab, setTab } = useReadinessTab()
  const { department, setDepartment } = useDepartment()
  const query = { page, search, readiness: readinessQuery[tab], department }
  const { data, error, refetch } = useEmployees(query)
  const { readiness: counts, departments = [] } = useCounts() ?? {}
  const isShown = isReadinessShown(counts)
  const { chosen, toggle, clear } = useChosen(data?.employees)
  useClampedPage({ page, setPage }, data?.pages)
  const [toDelete, setToDelete] = useState<Employee | null>(null)
  const [importing, setImporting] = useState(false)
  const isEmpty = data?.employeesMatched === 0
  const mayChange = useRole().can('changeEmployees')

  return (
    <Screen title={t('employees.title')}>
      <PageHead title={t('employees.title')} />
      <Row wrap justify="between" gap={3} mt={{ xs: -1, md: 0 }} mb={5} align="stretch">
        <Row wrap gap={3} flex={{ xs: '1 1 100%', md: '1 1 0' }} minWidth={0}>
          <SearchBox
            value={search}
            onSearch={setSearch}
            placeholder={t('employees.search')}
            shortPlaceholder={t('employees.searchShort')}
          />
          <DepartmentFilter
            departments={departments}
            department={department}
            onChange={setDepartment}
          />
        </Row>
        {mayChange ? (
          <Row gap={3} flex={{ xs: '1 0 100%', sm: 'none' }}>
            <ImportButton onImport={() => setImporting(true)} />
            <AddButton filled={!isEmpty && !importing && chosen.length === 0} />
          </Row>
        ) : (
          <Row flex={{ xs: '1 0 100%', md: 'none' }}>
            <WhoCan act="changeEmployees" />
          </Row>
        )}
      </Row>
      {data === undefined && error ? (
        <LoadFailedPanel error={error} onRetry={refetch} />
      ) : (
        <EmployeeTable
          employees={data?.employees}
          onDelete={mayChange ? setToDelete : undefined}
          ready={
            isShown && counts
              ? {
                  head: (
                    <ReadinessHead counts={counts} tab={tab} onTab={setTab}>
                      {chosen.length > 0 && <SelectionBar chosen={chosen} onClear={clear} />}
                    </ReadinessHead>
                  ),
                  choice: mayChange ? { chosen, toggle } : undefined,
                }
              : undefined
          }
          empty={
            tab !== 'all' ? (
              <NobodyInTab onShowAll={() => setTab('all')} />
            ) : (
              <NoEmployees
                search={search || department}
                onShowAll={showAll}
                onImport={() => setImporting(true)}
              />
            )
          }
          pager={
            <Pager
              page={page}
              pageSize={employeesPageSize}
              total={data?.employeesMatched ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
      <DialogPresence>
        {toDelete && <DeleteDialog employee={toDelete} onClose={() => setToDelete(null)} />}
      </DialogPresence>
      <DialogPresence>
        {importing && (
          <UploadDialog purpose={{ kind: 'people' }} onClose={() => setImporting(false)} />
        )}
      </DialogPresence>
    </Screen>
  )
}

function ImportButton({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation()
  return (
    <Button onClick={onImport} startIcon={<FileUploadIcon />} flex={{ xs: 1, sm: 'none' }}>
      {t('employees.import.button')}
    </Button>
  )
}

/** Outlined while the empty list beneath, or the dialog above, has the filled button. */
function AddButton({ filled }: { filled: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to={paths.createEmployee}
      variant={filled ? 'contained' : 'outlined'}
      flex={{ xs: 1, sm: 'none' }}
    >
      {t('employees.add')}
    </Button>
  )
}
