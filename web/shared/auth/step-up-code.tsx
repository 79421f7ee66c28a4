import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CodeSent } from '#contract/auth.ts'
import type { StepUpAction } from '#contract/users.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import type { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useSendStepUp } from './step-up-api.ts'

interface StepUpCodeProps {
  action: StepUpAction
  entry: ReturnType<typeof useCodeEntry>
}

/** Sends the code of an action as soon as it appears, says where to, and takes what is typed of it. */
export function StepUpCode({ action, entry }: StepUpCodeProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<CodeSent & { at: number }>()
  const { mutate, isPending } = useSendStepUp()
  const send = useRef<() => void>(() => undefined)
  send.current = () =>
    mutate(action, {
      onSuccess: (answer) => setSent({ ...answer, at: Date.now() }),
      onError: (error) => entry.setFault(error.message),
    })
  useEffect(() => send.current(), [])
  return (
    <>
      <Text role="status" as="div" variant="body1" mt={5} mb={4} tone="ink2" boldInk>
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
      </Text>
      <CodeField {...entry.field} />
    </>
  )
}
