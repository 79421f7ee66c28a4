import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { type Approval, useSaveApproval, useSendApprovalCode } from './api.ts'

interface ApprovalCodeDialogProps {
  /** What is to be saved; null while closed. */
  approval: Approval | null
  onClose: () => void
  onSaved: () => void
}

/** Fewer approvals than before are asked for only with a code. */
export function ApprovalCodeDialog({ approval, onClose, onSaved }: ApprovalCodeDialogProps) {
  const { t } = useTranslation()
  const entry = useCodeEntry()
  const [sentAt, setSentAt] = useState(0)
  const { mutate: sendCode, isPending: isSending } = useSendApprovalCode()
  const save = useSaveApproval()
  const open = approval !== null

  const sendAnother = useRef<() => void>(() => undefined)
  sendAnother.current = () => {
    entry.again()
    sendCode(undefined, {
      onSuccess: () => setSentAt(Date.now()),
      onError: (error) => entry.setFault(error.message),
    })
  }
  useEffect(() => {
    if (open) sendAnother.current()
  }, [open])

  function send() {
    if (!approval || save.isPending) return
    const code = entry.whole()
    if (code === undefined) return
    save.mutate(
      { approval, code },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (error instanceof ApiError && error.isAboutSession) return
          if (error instanceof ApiError && error.code === 'WRONG_CODE') {
            entry.again(error.message)
          } else toastError(error.message)
        },
      },
    )
  }

  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={t('auth.code.title')}
      busy={save.isPending}
      note={t('payrolls.csv.nothingSaved')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {t('security.approval.submit')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 5, color: 'ink2' }}>
        {t('security.approval.codeSent')}{' '}
        {sentAt > 0 && (
          <ResendCode sentAt={sentAt} onResend={() => sendAnother.current()} pending={isSending} />
        )}
      </Typography>
      <CodeField {...entry.field} autoFocus />
    </AppDialog>
  )
}
