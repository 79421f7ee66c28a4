import { useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { canUsePasskeys } from '#web/lib/passkey-place.ts'
import { prepareToAsk } from '#web/lib/passkeys.ts'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { KeyFault } from './key-fault.tsx'
import { RecoveryField } from './recovery-field.tsx'
import type { StepUpState } from './use-step-up.ts'

interface StepUpCodeProps {
  stepUp: StepUpState
  /** A recovery code does as well where a lost factor is taken away. */
  takesRecovery?: boolean
  /** The app's code of a moment ago was used: it takes the one after it. */
  isNextOfApp?: boolean
}

/** Sends for the present factor as soon as it appears, says which it is, and takes what is typed of it. */
export function StepUpCode(props: StepUpCodeProps) {
  const { stepUp, takesRecovery = false, isNextOfApp = false } = props
  const { entry, recovery, sent, way } = stepUp
  const send = useRef(stepUp.send)
  send.current = stepUp.send
  useEffect(() => send.current(), [])
  const offersKey = sent?.options !== undefined && canUsePasskeys()
  useEffect(() => {
    if (offersKey) void prepareToAsk()
  }, [offersKey])
  return (
    <>
      <Text role="status" as="div" variant="body1" mt={5} mb={4} tone="ink2" boldInk>
        <CodePrompt stepUp={stepUp} isNextOfApp={isNextOfApp} />
      </Text>
      {way === 'code' && <CodeField {...entry.field} autoFocus={isNextOfApp} />}
      {way === 'key' && <KeyFault fault={entry.field.error} />}
      {way === 'recovery' && <RecoveryField {...recovery.field} />}
      <OtherWays stepUp={stepUp} offersKey={offersKey} takesRecovery={takesRecovery} />
    </>
  )
}

/** The place where the code is, or what is asked for in its place. */
function CodePrompt({
  stepUp,
  isNextOfApp,
}: Pick<Required<StepUpCodeProps>, 'stepUp' | 'isNextOfApp'>) {
  const { sent, way, isSending, entry, send } = stepUp
  const { t } = useTranslation()
  if (way === 'recovery') return t('factors.recoveryCode.ask')
  if (!sent) return t('stepUp.sending')
  if (way === 'key') return t(canUsePasskeys() ? 'factors.key.ask' : 'factors.key.notHere')
  const { via, sentTo } = sent
  if (via !== 'EMAIL' && via !== 'SMS')
    return t(isNextOfApp ? 'factors.app.next' : 'factors.app.write')
  return (
    <>
      <Trans i18nKey={`stepUp.sent.${via}`} values={{ sentTo }} components={{ b: <b /> }} />{' '}
      <ResendCode
        sentAt={sent.at}
        onResend={() => {
          entry.again()
          send()
        }}
        pending={isSending}
      />{' '}
      {sentTo !== null && <TestMessageLink to={sentTo} via={via} />}
    </>
  )
}

interface OtherWaysProps extends Required<Pick<StepUpCodeProps, 'stepUp' | 'takesRecovery'>> {
  offersKey: boolean
}

function OtherWays({ stepUp, offersKey, takesRecovery }: OtherWaysProps) {
  const { t } = useTranslation()
  const { sent, way, setWay } = stepUp
  const ways = [
    { way: 'key', isThere: offersKey, text: t('factors.key.use') },
    { way: 'code', isThere: sent && sent.via !== 'PASSKEY', text: t('factors.key.writeCode') },
    { way: 'recovery', isThere: takesRecovery, text: t('factors.recoveryCode.use') },
  ] as const
  const others = ways.filter((other) => other.isThere && other.way !== way)
  if (others.length === 0) return null
  return (
    <Row wrap columnGap={5} rowGap={2} mt={4}>
      {others.map((other) => (
        <Link
          key={other.way}
          component="button"
          type="button"
          onClick={() => setWay(other.way)}
          disabled={stepUp.isWaiting}
        >
          {other.text}
        </Link>
      ))}
    </Row>
  )
}
