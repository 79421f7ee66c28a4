import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApprovalDetails, useApprove, useResendApprovalCode } from '#web/lib/approval.ts'
import { CodeField, codeFault } from './code-field.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { reportWrite } from './report-write.ts'
import { ResendCode } from './resend-code.tsx'
import { toastSuccess } from './toasts.tsx'

interface ApprovalFormProps {
  /** Any transaction of the run that waits, or the withdrawal. */
  transactionId: string
  /** When it was made, and its first code went out. */
  since: string
  /** In a dialog that has just asked for it. */
  autoFocus?: boolean
  onApproved?: () => void
  onRejected?: () => void
}

/** The code without which nothing is signed, and the way to say no. */
export function ApprovalForm(props: ApprovalFormProps) {
  const { transactionId, since, autoFocus = false, onApproved, onRejected } = props
  const { t } = useTranslation()
  const titleId = useId()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [sentAt, setSentAt] = useState(() => Date.parse(since))
  const [rejecting, setRejecting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sentTo = useApprovalDetails(transactionId)?.codeSentTo
  const approve = useApprove(transactionId)
  const resend = useResendApprovalCode(transactionId)

  function fail(message: string) {
    setCode('')
    setWrong(message)
    input.current?.focus()
  }

  function send() {
    if (approve.isPending) return
    const fault = codeFault(code)
    if (fault) {
      setWrong(fault)
      input.current?.focus()
      return
    }
    // Once it is approved this form may be gone before the answer is there.
    approve.mutateAsync(code).then(
      () => {
        toastSuccess(answerText('paymentApproved'))
        onApproved?.()
      },
      (error: Error) => {
        if (error instanceof ApiError && error.code === 'WRONG_CODE') fail(error.message)
        else reportWrite(error)
      },
    )
  }

  function sendAnother() {
    resend.mutate(undefined, {
      onSuccess: () => {
        setSentAt(Date.now())
        setCode('')
        setWrong(undefined)
        input.current?.focus()
      },
      onError: (error) => setWrong(error.message),
    })
  }

  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Typography id={titleId} variant="h3" component="h2">
        {t('approval.title')}
      </Typography>
      <Typography variant="body2" component="div" sx={{ mb: 4, color: 'ink2' }}>
        {sentTo === undefined ? t('approval.sent') : t('approval.sentTo', { to: sentTo })}{' '}
        <ResendCode sentAt={sentAt} onResend={sendAnother} pending={resend.isPending} />
      </Typography>
      <CodeField
        value={code}
        onChange={(next) => {
          setCode(next)
          setWrong(undefined)
        }}
        label={t('ui.code.title')}
        error={wrong}
        autoFocus={autoFocus}
        inputRef={input}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '2fr 3fr', gap: 3, mt: 4 }}>
        <Button onClick={() => setRejecting(true)} disabled={approve.isPending}>
          {t('approval.reject')}
        </Button>
        <Button type="submit" variant="contained" disabled={approve.isPending}>
          {t('approval.approve')}
        </Button>
      </Box>
      <Typography variant="secondary" sx={{ mt: 3, color: 'ink2' }}>
        {t('approval.untilThen')}
      </Typography>
      <RejectDialog
        transactionId={transactionId}
        open={rejecting}
        onClose={() => setRejecting(false)}
        onRejected={() => {
          setRejecting(false)
          onRejected?.()
        }}
      />
    </Box>
  )
}
