import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { Link } from '#web/ui/controls.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import type { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useSendApprovalCode } from './approvals-api.ts'

interface CodeSourceProps {
  approval: Approval
  entry: ReturnType<typeof useCodeEntry>
  sentTo: string | undefined
  /** The codes are in the person's app: none is sent. */
  hasApp: boolean
  /** A message goes out at once. */
  sendsCode: boolean
}

/** The source of the code: the person's app, or a message that goes out when it is asked for. */
export function CodeSource({ approval, entry, sentTo, hasApp, sendsCode }: CodeSourceProps) {
  const { t } = useTranslation()
  const [sentAt, setSentAt] = useState<number>()
  const { mutate, isPending } = useSendApprovalCode(approval)
  function send() {
    entry.again()
    mutate(undefined, {
      onSuccess: () => setSentAt(Date.now()),
      onError: (error) => entry.setFault(error.message),
    })
  }
  const isSent = sentAt !== undefined
  const first = useRef(sendsCode && !hasApp ? send : undefined)
  useEffect(() => first.current?.(), [])
  const to = sentTo === undefined ? t('approval.sent') : t('approval.sentTo', { to: sentTo })
  return (
    <>
      <Text variant="h3" as="h3" size={15}>
        {t('approval.title')}
      </Text>
      <Text variant="body2" as="div" mb={4} tone="ink2">
        {hasApp ? (
          t('factors.app.write')
        ) : isSent ? (
          <>
            {to} <ResendCode sentAt={sentAt} onResend={send} pending={isPending} />{' '}
            {sentTo !== undefined && (
              <TestMessageLink to={sentTo} via={sentTo.includes('@') ? 'EMAIL' : 'SMS'} />
            )}
          </>
        ) : (
          <>
            {t('approvals.codeNotYet')}{' '}
            <Link component="button" type="button" onClick={send} disabled={isPending}>
              {t('approvals.sendCode')}
            </Link>
          </>
        )}
      </Text>
    </>
  )
}
