import { useEffect } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { MfaStarted } from '#contract/auth.ts'
import { canUsePasskeys } from '#web/lib/passkey-place.ts'
import { prepareToAsk } from '#web/lib/passkeys.ts'
import { KeyFault } from '#web/shared/auth/key-fault.tsx'
import { RecoveryField } from '#web/shared/auth/recovery-field.tsx'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { BackButton } from '#web/ui/page-head.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'
import { useSecondStep, type Way } from './use-second-step.ts'

interface CodeStepProps {
  email: string
  started: MfaStarted
  /** Leads to e-mail and password again: the code's time is over, or the person wants it. */
  onBack: () => void
}

type Step = ReturnType<typeof useSecondStep>

const titles = {
  PASSKEY: 'factors.signIn.keyTitle',
  RECOVERY: 'factors.signIn.recoveryTitle',
  TOTP: 'auth.code.title',
  EMAIL: 'auth.code.title',
  SMS: 'auth.code.title',
} as const

/** The step after a right password: one of the person's factors. */
export function SignInCodeStep({ email, started, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const step = useSecondStep({ email, started, onBack })
  const { way, busy } = step
  const hasKey = started.factors.includes('PASSKEY') && canUsePasskeys()
  useEffect(() => {
    if (hasKey) void prepareToAsk()
  }, [hasKey])
  const title = t(titles[way])
  return (
    <AccessPage title={title}>
      <Block mb="7px">
        <BackButton onClick={onBack} text={t('auth.login.title')} />
      </Block>
      <Text variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text role="status" mt={1} mb={6} tone="ink2" boldInk>
        <CodePrompt step={step} />
      </Text>
      <Grid
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void step.submit()
        }}
        as="form"
        gap={5}
      >
        <Answer step={step} />
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={busy || (way === 'PASSKEY' && !hasKey)}
        >
          {way === 'PASSKEY'
            ? t(step.isWaiting ? 'factors.key.waiting' : 'factors.key.use')
            : t('auth.signUp.continue')}
        </Button>
      </Grid>
      <AccessFoot>
        <Row wrap justify="between" columnGap={5} rowGap={2}>
          <Resend step={step} />
          {otherWays(started, way, hasKey).map((other) => (
            <Link
              key={other}
              component="button"
              type="button"
              onClick={() => step.choose(other)}
              disabled={busy || step.isSending}
            >
              {other === 'RECOVERY'
                ? t('factors.recoveryCode.use')
                : t(`factors.signIn.way.${other}`)}
            </Link>
          ))}
        </Row>
      </AccessFoot>
    </AccessPage>
  )
}

/** Recovery codes are for those who have more than messages to lose. */
function otherWays({ factors }: MfaStarted, way: Way, hasKey: boolean): Way[] {
  const isStrong = factors.includes('PASSKEY') || factors.includes('TOTP')
  const all: Way[] = [
    ...factors.filter((kind) => kind !== 'PASSKEY' || hasKey),
    ...(isStrong ? (['RECOVERY'] as const) : []),
  ]
  return all.filter((other) => other !== way)
}

/** The place where the code is, or what is asked for in its place. */
function CodePrompt({ step: { way, sent } }: { step: Step }) {
  const { t } = useTranslation()
  switch (way) {
    case 'PASSKEY':
      return t(canUsePasskeys() ? 'factors.signIn.keyText' : 'factors.key.notHere')
    case 'RECOVERY':
      return t('factors.recoveryCode.ask')
    case 'TOTP':
      return t('factors.signIn.appText')
    case 'EMAIL':
    case 'SMS':
      return (
        <Trans
          i18nKey={`auth.code.sent.${way}`}
          values={{ sentTo: sent.sentTo }}
          components={{ b: <b /> }}
        />
      )
  }
}

function Answer({ step: { way, entry, recovery } }: { step: Step }) {
  if (way === 'PASSKEY') return <KeyFault fault={entry.field.error} />
  // The person who chose it goes on typing.
  if (way === 'RECOVERY') return <RecoveryField {...recovery.field} autoFocus />
  return <CodeField key={way} {...entry.field} autoFocus />
}

/** Only what was sent can be sent once more. */
function Resend({ step: { way, sent, isSending, again } }: { step: Step }) {
  if (way !== 'EMAIL' && way !== 'SMS') return null
  return (
    <span>
      <ResendCode sentAt={sent.at} onResend={again} pending={isSending} />{' '}
      {sent.sentTo !== null && <TestMessageLink to={sent.sentTo} via={way} />}
    </span>
  )
}
