import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useListAddress } from '#web/lib/use-list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { pageSize, usePayrolls } from './api.ts'
import { DeletePayrollDialog } from './delete-payroll-dialog.tsx'
import { CreatePayrollDialog, EditPayrollDialog } from './payroll-dialogs.tsx'
import { PayrollTable } from './payroll-table.tsx'

type Opened = { kind: 'create' } | { kind: 'edit' | 'delete'; payroll: Payroll }

export function Component() {
  const { t } = useTranslation()
  const { page, setPage } = useListAddress()
  const payrolls = usePayrolls(page)
  const { data, error, refetch } = payrolls
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const create = () => setOpened({ kind: 'create' })

  // The last one of the last page was deleted, or the page in the address never was one.
  const lastPage = Math.max(1, data?.pages ?? page)
  useEffect(() => {
    if (page > lastPage) setPage(lastPage, { replace: true })
  }, [page, lastPage, setPage])

  return (
    <Screen title={t('payrolls.title')}>
      <PageHead
        title={t('payrolls.title')}
        actions={
          <Button variant={data?.payrollsMatched === 0 ? 'outlined' : 'contained'} onClick={create}>
            {t('payrolls.createNew')}
          </Button>
        }
      />
      <StaleNotice query={payrolls} />
      {data === undefined && error ? (
        <Panel flush>
          <LoadFailed error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <PayrollTable
          payrolls={data?.payrolls}
          onEdit={(payroll) => setOpened({ kind: 'edit', payroll })}
          onDelete={(payroll) => setOpened({ kind: 'delete', payroll })}
          empty={
            <EmptyState
              title={t('payrolls.empty.title')}
              actions={
                <Button variant="contained" onClick={create}>
                  {t('payrolls.createNew')}
                </Button>
              }
            >
              {t('payrolls.empty.text')}
            </EmptyState>
          }
          pager={
            <Pager
              page={page}
              pageSize={pageSize}
              total={data?.payrollsMatched ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
      <CreatePayrollDialog open={opened?.kind === 'create'} onClose={close} />
      <EditPayrollDialog
        payroll={opened?.kind === 'edit' ? opened.payroll : null}
        onClose={close}
      />
      <DeletePayrollDialog
        payroll={opened?.kind === 'delete' ? opened.payroll : null}
        onClose={close}
      />
    </Screen>
  )
}
