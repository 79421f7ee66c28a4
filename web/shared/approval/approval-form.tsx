import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { CodeField, codeWidth } from '#web/ui/code-field.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useApprovalDetails, useApprove, useResendApprovalCode } from './api.ts'
import { useOthersApproval } from './approvals-api.ts'
import { Decide, DecideSkeleton } from './decide.tsx'
import { RejectDialog } from './reject-dialog.tsx'

interface ApprovalFormProps {
  /** Any transaction of the run that waits, or the withdrawal. */
  transactionId: string
  paymentId: string | null
  /** When it was made, and its first code went out. */
  since: string
  /** Focus for a dialog that has just asked for the code. */
  autoFocus?: boolean
  onApproved?: () => void
  onRejected?: () => void
}

/** The approvals or the code without which nothing is signed, and the way to say no. */
export function ApprovalForm(props: ApprovalFormProps) {
  const { transactionId, paymentId, onApproved, onRejected } = props
  const { approval, error, retry } = useOthersApproval({ _id: transactionId, paymentId })
  const details = useApprovalDetails(transactionId)
  if (approval) {
    return (
      <Decide
        approval={approval}
        signed={details && { people: details.people, usd: details.totalUsd }}
        sentTo={details?.codeSentTo}
        onApproved={onApproved}
        onRejected={onRejected}
      />
    )
  }
  if (approval === null) return <OwnCode {...props} />
  return error ? <LoadFailed error={error} onRetry={retry} /> : <DecideSkeleton />
}

/** The code that goes to the person who asked; or who has it. */
function OwnCode(props: ApprovalFormProps) {
  const { t } = useTranslation()
  const { can } = useRole()
  if (can('approve')) return <CodeForm {...props} />
  return (
    <>
      <Text variant="h3" as="h2">
        {t('payday.word.awaitsApproval')}
      </Text>
      <WhoCan act="approve" />
      <Text variant="secondary" mt={3} tone="ink2">
        {t('roles.untilThen')}
      </Text>
    </>
  )
}

function CodeForm(props: ApprovalFormProps) {
  const { transactionId, since, autoFocus = false, onApproved, onRejected } = props
  const { t } = useTranslation()
  const titleId = useId()
  const entry = useCodeEntry()
  const [sentAt, setSentAt] = useState(() => Date.parse(since))
  const [rejecting, setRejecting] = useState(false)
  const sentTo = useApprovalDetails(transactionId)?.codeSentTo
  // Nothing is sent to somebody whose app shows the code.
  const hasApp = useSignedInUser()?.factors.includes('TOTP') ?? false
  const approve = useApprove(transactionId)
  const resend = useResendApprovalCode(transactionId)

  function send() {
    if (approve.isPending || approve.isSuccess) return
    const code = entry.whole()
    if (code === undefined) return
    // Once it is approved this form may be gone before the answer is there.
    approve.mutateAsync(code).then(
      () => {
        toastSuccess(successText('paymentApproved'))
        onApproved?.()
      },
      (error: Error) => {
        if (error instanceof ApiError && error.code === 'WRONG_CODE') entry.again(error.message)
        else reportWrite(error)
      },
    )
  }

  function sendAnother() {
    entry.again()
    resend.mutate(undefined, {
      onSuccess: () => setSentAt(Date.now()),
      onError: (error) => entry.setFault(error.message),
    })
  }

  return (
    <Block
      as="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Text id={titleId} variant="h3" as="h2">
        {t('approval.title')}
      </Text>
      <Text variant="body2" as="div" mb={4} tone="ink2">
        {hasApp ? (
          t('factors.app.write')
        ) : (
          <>
            {sentTo === undefined ? t('approval.sent') : t('approval.sentTo', { to: sentTo })}{' '}
            <ResendCode sentAt={sentAt} onResend={sendAnother} pending={resend.isPending} />{' '}
            {sentTo !== undefined && (
              <TestMessageLink to={sentTo} via={sentTo.includes('@') ? 'EMAIL' : 'SMS'} />
            )}
          </>
        )}
      </Text>
      <CodeField {...entry.field} autoFocus={autoFocus} />
      <Grid columns="2fr 3fr" gap={3} mt={4} maxWidth={codeWidth}>
        <Button onClick={() => setRejecting(true)} disabled={approve.isPending}>
          {t('approval.reject')}
        </Button>
        <Button type="submit" variant="contained" disabled={approve.isPending}>
          {t('approval.approve')}
        </Button>
      </Grid>
      <Text variant="secondary" mt={3} tone="ink2">
        {t('approval.untilThen')}
      </Text>
      <DialogPresence>
        {rejecting && (
          <RejectDialog
            transactionId={transactionId}
            onClose={() => setRejecting(false)}
            onRejected={() => {
              setRejecting(false)
              onRejected?.()
            }}
          />
        )}
      </DialogPresence>
    </Block>
  )
}
