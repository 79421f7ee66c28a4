import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Channel, User } from '#contract/user.ts'
import { ApiError } from '#web/lib/api.ts'
import { useConfirmContact, useSendContactCode } from '#web/shared/contact/api.ts'
import { wrongCodeText } from '#web/shared/contact/wrong-code.ts'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'

/** The masked contact to which a code went, and when. */
export type SentCode = { sentTo: string; at: number }

interface ContactCodeStepProps {
  channel: Channel
  kind: 'change' | 'confirm'
  /** Null where the code is still to be sent to the present contact. */
  sent: SentCode | null
  present: string
  onClose: () => void
  onDone: (user: User) => void
}

/** The code that came to a contact; its sixth digit sends it. */
export function ContactCodeStep(props: ContactCodeStepProps) {
  const { channel, kind, present, onClose, onDone } = props
  const { t } = useTranslation()
  const [sent, setSent] = useState(props.sent)
  const entry = useCodeEntry()
  const send = useSendContactCode(channel)
  const confirm = useConfirmContact(channel)

  const sendToPresent = useRef<() => void>(() => undefined)
  sendToPresent.current = () => {
    entry.again()
    send.mutate(
      {},
      {
        onSuccess: ({ sentTo }) => setSent({ sentTo, at: Date.now() }),
        onError: (error) => {
          // A code of a minute ago is good still.
          setSent((before) => before ?? { sentTo: present, at: Date.now() })
          entry.setFault(error.message)
        },
      },
    )
  }
  useEffect(() => {
    if (kind === 'confirm') sendToPresent.current()
  }, [kind])

  function submit(code: string | undefined) {
    if (code === undefined || confirm.isPending) return
    confirm.mutate(code, {
      onSuccess: (user) => {
        toastSuccess(t(`contact.${channel}.done`))
        onDone(user)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        const wrong = wrongCodeText(error)
        if (wrong !== null) entry.again(wrong)
        else toastError(error.message)
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t(`contact.${channel}.${kind === 'change' ? 'changeTitle' : 'confirmTitle'}`)}
      busy={confirm.isPending}
      note={t(`contact.${channel}.note`)}
      onSubmit={(event) => {
        event.preventDefault()
        // The step stands inside the form of the screen, which must not be sent.
        event.stopPropagation()
        submit(entry.whole())
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={confirm.isPending}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={confirm.isPending}>
            {t('contact.confirm')}
          </Button>
        </>
      }
    >
      <Text role="status" as="div" mb={4} tone="ink2" boldInk>
        {sent ? (
          <>
            <Trans
              i18nKey={`contact.${channel}.sent`}
              values={{ sentTo: sent.sentTo }}
              components={{ b: <b /> }}
            />
            <Row wrap columnGap={5} mt={1}>
              {kind === 'confirm' && (
                <ResendCode
                  sentAt={sent.at}
                  onResend={() => sendToPresent.current()}
                  pending={send.isPending}
                />
              )}
              <TestMessageLink to={sent.sentTo} via={channel} />
            </Row>
          </>
        ) : (
          t('contact.sending')
        )}
      </Text>
      <CodeField {...entry.field} onWhole={submit} autoFocus />
    </AppDialog>
  )
}
