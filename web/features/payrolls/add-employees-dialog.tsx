import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/shared/paths.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { candidatesPageSize, useAddEmployees, useCandidates } from './api.ts'
import { CandidateList } from './candidate-list.tsx'

interface AddEmployeesDialogProps {
  payroll: Payroll
  onClose: () => void
}

const nobody: ReadonlySet<string> = new Set()

/** 'Empleados en tu empresa': who of them is to be paid by this payroll. */
export function AddEmployeesDialog({ payroll, onClose }: AddEmployeesDialogProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  // Kept from page to page.
  const [selected, setSelected] = useState(nobody)
  const { data, error, refetch } = useCandidates(payroll._id, page)
  const add = useAddEmployees(payroll._id)
  const { saved, leave } = useUnsavedChanges(selected.size > 0)
  const close = () => leave(onClose)

  const sending = useRef(false)
  function send() {
    // Once all are added it stays: nobody adds them again while the dialog fades away.
    if (sending.current || selected.size === 0) return
    sending.current = true
    add.mutate([...selected], {
      onSettled: (outcome) => {
        sending.current = outcome?.failed.length === 0
      },
      onSuccess: ({ failed }) => {
        if (failed.length === 0) {
          saved()
          toastSuccess(successText('employeeAdded'))
          onClose()
          return
        }
        // Added people are no longer in the list; the others stay chosen for another try.
        setSelected(new Set(failed.map(({ id }) => id)))
        const [first] = failed
        if (first?.error instanceof ApiError && first.error.isAboutSession) return
        toastError(
          t('payrolls.add.failed'),
          t('payrolls.add.failedDetail', {
            added: selected.size - failed.length,
            count: selected.size,
          }),
        )
      },
    })
  }

  const isEmpty = data?.employeesMatched === 0
  return (
    <AppDialog
      onClose={close}
      title={t('payrolls.add.title')}
      busy={add.isPending}
      note={selected.size > 0 && t('payrolls.add.selected', { count: selected.size })}
      actions={
        <>
          <Button onClick={close} disabled={add.isPending}>
            {t('ui.close')}
          </Button>
          {!isEmpty && (
            <Button
              variant="contained"
              onClick={send}
              disabled={add.isPending || selected.size === 0}
            >
              {t('payrolls.add.submit')}
            </Button>
          )}
        </>
      }
    >
      {data === undefined && error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : isEmpty ? (
        <NobodyToAdd isFirst={payroll.employees === 0} />
      ) : (
        <>
          <CandidateList
            employees={data?.employees}
            selected={selected}
            onSelect={setSelected}
            disabled={add.isPending}
          />
          {data && data.pages > 1 && (
            <Pager
              page={page}
              pageSize={candidatesPageSize}
              total={data.employeesMatched}
              onPage={setPage}
            />
          )}
        </>
      )}
    </AppDialog>
  )
}

function NobodyToAdd({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation()
  const key = isFirst ? 'none' : 'noneLeft'
  return (
    <EmptyState
      title={t(`payrolls.add.${key}.title`)}
      actions={
        <Button component={Link} to={paths.createEmployee} variant="contained">
          {t('payrolls.add.create')}
        </Button>
      }
    >
      {t(`payrolls.add.${key}.text`)}
    </EmptyState>
  )
}
