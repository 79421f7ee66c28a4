import Button from '@mui/material/Button'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll, PayrollEdit } from '#contract/payrolls.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import type { UploadDialogProps } from '#web/shared/imports/upload-dialog-props.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { pageSize, usePayrolls } from './api.ts'
import { DeletePayrollDialog } from './delete-payroll-dialog.tsx'
import { CreatePayrollDialog, EditPayrollDialog } from './payroll-dialogs.tsx'
import { PayrollTable } from './payroll-table.tsx'

type Opened =
  | { kind: 'create' }
  | { kind: 'upload'; texts: PayrollEdit }
  | { kind: 'edit' | 'delete'; payroll: Payroll }

export function PayrollList({ UploadDialog }: { UploadDialog: ComponentType<UploadDialogProps> }) {
  const { t } = useTranslation()
  const { page, setPage } = useListParams()
  const payrolls = usePayrolls(page)
  const { data, error, refetch } = payrolls
  useClampedPage({ page, setPage }, data?.pages)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const create = () => setOpened({ kind: 'create' })

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
        <LoadFailedPanel error={error} onRetry={refetch} />
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
      <DialogPresence>
        {opened?.kind === 'create' && (
          <CreatePayrollDialog
            onClose={close}
            onUpload={(texts) => setOpened({ kind: 'upload', texts })}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {opened?.kind === 'upload' && (
          <UploadDialog purpose={{ kind: 'create', ...opened.texts }} onClose={close} />
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
