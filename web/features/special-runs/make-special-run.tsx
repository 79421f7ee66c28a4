import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { Button, Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { AddIcon } from '#web/ui/icons/add.tsx'
import { soon } from '#web/ui/later.tsx'
import { usePayrollsWithPeople } from './api.ts'

const MakeDialog = soon(async () => (await import('./make-dialog.tsx')).MakeDialog)
const NoPayrollsYet = soon(async () => (await import('./make-dialog.tsx')).NoPayrollsYet)

/** 'Pago especial' on the page of a payroll, and the dialog behind it. */
export function MakeSpecialRun({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link component="button" type="button" onClick={() => setOpen(true)} strong>
        {t('specialRuns.make')}
      </Link>
      <DialogPresence>
        {isOpen && <MakeDialog payrolls={[payroll]} onClose={() => setOpen(false)} />}
      </DialogPresence>
    </>
  )
}

/** 'Pago especial' of any payroll that has people; nothing while none has. */
export function MakeSpecialRunOfAny() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = usePayrollsWithPeople()
  const close = () => setOpen(false)
  if (data?.length === 0) return null
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        {t('specialRuns.make')}
      </Button>
      <DialogPresence>
        {isOpen &&
          (data ? (
            <MakeDialog payrolls={data} onClose={close} />
          ) : (
            <NoPayrollsYet error={error} onRetry={refetch} onClose={close} />
          ))}
      </DialogPresence>
    </>
  )
}
