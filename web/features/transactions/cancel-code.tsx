import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CodeSent } from '#contract/auth.ts'
import { useSendStepUp } from '#web/lib/step-up.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import type { useCodeEntry } from '#web/ui/use-code-entry.ts'

/** Above what was ordered a code confirms the fee of a cancellation; it is sent when this appears. */
export function CancelCode({ entry }: { entry: ReturnType<typeof useCodeEntry> }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<CodeSent & { at: number }>()
  const { mutate, isPending } = useSendStepUp()
  const send = useRef<() => void>(() => undefined)
  send.current = () =>
    mutate('CANCEL', {
      onSuccess: (answer) => setSent({ ...answer, at: Date.now() }),
      onError: (error) => entry.setFault(error.message),
    })
  useEffect(() => send.current(), [])
  return (
    <>
      <Notice tone="amber">{t('transactions.cancel.dear')}</Notice>
      <Typography role="status" component="div" sx={{ mb: 4, color: 'ink2' }}>
        {sent ? (
          <>
            <Trans
              i18nKey={`stepUp.sent.${sent.via}`}
              values={{ sentTo: sent.sentTo }}
              components={{ b: <b /> }}
            />{' '}
            <ResendCode
              sentAt={sent.at}
              onResend={() => {
                entry.again()
                send.current()
              }}
              pending={isPending}
            />
          </>
        ) : (
          t('stepUp.sending')
        )}
      </Typography>
      <CodeField {...entry.field} />
    </>
  )
}
