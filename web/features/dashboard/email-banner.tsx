import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { User } from '#contract/user.ts'
import { ApiError } from '#web/lib/api.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useConfig } from '#web/shared/config.ts'
import { useConfirmContact, useSendContactCode } from '#web/shared/contact/api.ts'
import { wrongCodeText } from '#web/shared/contact/wrong-code.ts'
import { paths } from '#web/shared/paths.ts'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MailIcon } from '#web/ui/icons/mail.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'

const thanksMs = 4000

/** Asks for the code that sign-up mailed, until it is given; then says so for a moment. */
export function EmailBanner() {
  const user = useSignedInUser()
  const asks = user !== null && !user.emailVerified
  const [asked, setAsked] = useState(asks)
  const [thanks, setThanks] = useState(false)
  if (asks !== asked) {
    setAsked(asks)
    setThanks(user?.emailVerified === true)
  }
  useEffect(() => {
    if (!thanks) return
    const timer = setTimeout(() => setThanks(false), thanksMs)
    return () => clearTimeout(timer)
  }, [thanks])
  if (thanks) return <Confirmed />
  return asks ? <AskCode user={user} /> : null
}

const frame = {
  wrap: { xs: true, md: false },
  columnGap: 5,
  rowGap: 4,
  minHeight: 72,
  py: '14px',
  px: 5,
  mb: { xs: 5, md: 6 },
  rounded: 12,
  tone: 'ink',
} as const

function Confirmed() {
  const { t } = useTranslation()
  return (
    <Row role="status" ground="jadeTint" {...frame}>
      <Row gap={3.5}>
        <Mark name="tick" size={21} tone="jade" />
        <Text strong>{t('contact.EMAIL.done')}</Text>
      </Row>
    </Row>
  )
}

function AskCode({ user }: { user: User }) {
  const { t } = useTranslation()
  const sentenceId = useId()
  const sandbox = useConfig()?.sandbox
  const entry = useCodeEntry()
  const send = useSendContactCode('EMAIL')
  const confirm = useConfirmContact('EMAIL')
  const [sentAt, setSentAt] = useState(0)
  const fault = entry.field.error

  function submit(code: string) {
    if (confirm.isPending) return
    confirm.mutate(code, {
      onError: (error) => {
        const wrong = wrongCodeText(error)
        if (wrong !== null) entry.again(wrong)
        else if (!(error instanceof ApiError && error.isAboutSession)) {
          entry.clear()
          toastError(error.message)
        }
      },
    })
  }

  function sendAnother() {
    entry.again()
    send.mutate(
      {},
      {
        onSuccess: () => setSentAt(Date.now()),
        onError: (error) => toastError(error.message),
      },
    )
  }

  return (
    <Row as="section" aria-labelledby={sentenceId} ground="amberTint" {...frame}>
      <Row gap={3.5} flex={{ xs: '1 1 100%', md: '1 1 0' }} minWidth={0}>
        <Icon aria-hidden as={MailIcon} flex="none" size={21} tone="amber" />
        <Block minWidth={0}>
          <Text
            id={sentenceId}
            strong
            breakWords
            {...(fault ? { role: 'alert', tone: 'brick' } : {})}
          >
            {fault ?? t('contact.banner.ask', { email: user.email })}
          </Text>
          <Row wrap columnGap={5} rowGap={1} size={14}>
            <span>{t(sandbox ? 'contact.banner.untilReal' : 'contact.banner.until')}</span>
            <ResendCode sentAt={sentAt} onResend={sendAnother} pending={send.isPending} />
            <Link component={RouterLink} to={`${paths.editProfile}?change=email`}>
              {t('contact.banner.change')}
            </Link>
            <TestMessageLink to={user.email} />
          </Row>
        </Block>
      </Row>
      <Block flex={{ xs: '1 1 100%', md: 'none' }}>
        <CodeField {...entry.field} faultId={sentenceId} onWhole={submit} />
      </Block>
    </Row>
  )
}
