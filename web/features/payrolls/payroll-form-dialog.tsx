import type { FormEventHandler, ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { type FieldProps, TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'

interface Named {
  name: string
  description: string
}

interface PayrollFormDialogProps<Form extends Named, Sent> {
  onClose: () => void
  title: string
  submit: string
  pending: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  control: Control<Form, unknown, Sent>
  /** Above the fields. */
  children?: ReactNode
}

/** Name and description of a payroll, in a dialog that Enter sends. */
export function PayrollFormDialog<Form extends Named, Sent>(
  props: PayrollFormDialogProps<Form, Sent>,
) {
  const { onClose, title, submit, pending, onSubmit, control, children } = props
  const { t } = useTranslation()
  const field = (name: keyof Named) => ({
    control,
    name: name as FieldProps<Form, unknown, Sent>['name'],
    label: t(`payrolls.form.${name}`),
  })
  return (
    <AppDialog
      onClose={onClose}
      title={title}
      busy={pending}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={pending}>
            {submit}
          </Button>
        </>
      }
    >
      <Grid gap={5} pt={1}>
        {children}
        <TextField {...field('name')} maxLength={200} autoFocus />
        <TextField {...field('description')} maxLength={1000} />
      </Grid>
    </AppDialog>
  )
}
