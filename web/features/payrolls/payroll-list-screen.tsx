import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Payroll, PayrollEdit } from '#contract/payrolls.ts'
import { UploadDialog } from '#web/features/imports/index.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { payrollsPageSize, usePayrolls } from './api.ts'
import { DeletePayrollDialog } from './delete-payroll-dialog.tsx'
import { CreatePayrollDialog, EditPayrollDialog } from './payroll-dialogs.tsx'
import { PayrollTable } from './payroll-table.tsx'

type Opened =
  | { kind: 'create' }
  | { kind: 'upload'; texts: PayrollEdit }
  | { kind: 'edit' | 'delete'; payroll: Payroll }

export function Component() {
  const { t } = useTranslation()
  const { page, setPage } = useListParams()
  const payrolls = usePayrolls(page)
  const { data, error, refetch } = payrolls
  useClampedPage({ page, setPage }, data?.pages)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const create = () => setOpened({ kind: 'create' })
  const navigate = useNavigate()
  const mayChange = useRole().can('changePayrolls')
  const open = (payroll: Payroll) => void navigate(paths.payroll(payroll._id))

  return (
    <Screen title={t('payrolls.title')}>
      <PageHead
        title={t('payrolls.title')}
        actions={
          mayChange ? (
            <Button
              variant={data?.payrollsMatched === 0 ? 'outlined' : 'contained'}
              onClick={create}
            >
              {t('payrolls.createNew')}
            </Button>
          ) : (
            <WhoCan act="changePayrolls" />
          )
        }
      />
      <StaleNotice query={payrolls} />
      {data === undefined && error ? (
        <LoadFailedPanel error={error} onRetry={refetch} />
      ) : (
        <PayrollTable
          payrolls={data?.payrolls}
          actions={
            mayChange
              ? {
                  onEdit: (payroll) => setOpened({ kind: 'edit', payroll }),
                  onDelete: (payroll) => setOpened({ kind: 'delete', payroll }),
                }
              : undefined
          }
          empty={
            <EmptyState
              title={t('payrolls.empty.title')}
              actions={
                mayChange && (
                  <Button variant="contained" onClick={create}>
                    {t('payrolls.createNew')}
                  </Button>
                )
              }
            >
              {t(mayChange ? 'payrolls.empty.text' : 'roles.whoCan.changePayrolls')}
            </EmptyState>
          }
          pager={
            <Pager
              page={page}
              pageSize={payrollsPageSize}
              total={data?.payrollsMatched ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
      <DialogPresence>
        {opened?.kind === 'create' && (
          <CreatePayrollDialog
            onClose={close}
            onCreated={open}
            onUpload={(texts) => setOpened({ kind: 'upload', texts })}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'upload' && (
          <UploadDialog
            purpose={{ kind: 'create', ...opened.texts }}
            onClose={close}
            onSaved={open}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'edit' && <EditPayrollDialog payroll={opened.payroll} onClose={close} />}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'delete' && (
          <DeletePayrollDialog payroll={opened.payroll} onClose={close} />
        )}
      </DialogPresence>
    </Screen>
  )
}
