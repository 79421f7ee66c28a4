import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

export interface ChangeFormProps {
  occurrence: Occurrence
  onBack: () => void
  onClose: () => void
}

interface ChangeDialogProps extends Omit<ChangeFormProps, 'occurrence'> {
  title: string
  text: string
  submit: string
  busy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** One change of a payday, with the way back to what is known of it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, text, submit, busy, onSubmit, onBack, onClose, children } = props
  const { t } = useTranslation()
  return (
    <AppDialog
      onClose={onClose}
      title={title}
      busy={busy}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onBack} disabled={busy}>
            {t('calendar.one.back')}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Grid gap={5}>
        <Text tone="ink2">{text}</Text>
        {children}
      </Grid>
    </AppDialog>
  )
}
