import { useState } from 'react'
import type { CodeSent } from '#contract/auth.ts'
import type { StepUpAction, StepUpGiven } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'
import { canUsePasskeys, hasUsedPasskey } from '#web/lib/passkey-place.ts'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { confirmByKey } from './ask-for-key.ts'
import { useSendStepUp } from './step-up-api.ts'
import { useRecoveryEntry } from './use-recovery-entry.ts'

/** Ways to confirm: digits, a passkey, or where these are lost a recovery code. */
type Way = 'code' | 'key' | 'recovery'

type Proof = Pick<StepUpGiven, 'code' | 'assertion'>

export type StepUpState = ReturnType<typeof useStepUp>

/**
 * The present factor of an act that a session alone may not do: the digits of a message or an app, or a
 * passkey. A StepUpCode draws it and sends for it.
 */
export function useStepUp(action: StepUpAction) {
  const entry = useCodeEntry()
  const recovery = useRecoveryEntry()
  const [sent, setSent] = useState<CodeSent & { at: number }>()
  const [way, setWay] = useState<Way>('code')
  const [isWaiting, setWaiting] = useState(false)
  const { mutate, isPending } = useSendStepUp()

  /** Has a code sent, or the server name a challenge. */
  function send() {
    mutate(action, {
      onSuccess: (answer) => {
        setSent({ ...answer, at: Date.now() })
        const offersKey = answer.options !== undefined && canUsePasskeys()
        if (answer.via === 'PASSKEY' || (offersKey && hasUsedPasskey())) setWay('key')
      },
      onError: (error) => entry.setFault(error.message),
    })
  }

  async function proveByKey(): Promise<Proof | undefined> {
    if (!sent?.options || isWaiting) return undefined
    entry.clear()
    setWaiting(true)
    const answer = await confirmByKey(sent.options)
    setWaiting(false)
    if ('assertion' in answer) return answer
    entry.setFault(i18n.t(`factors.key.${answer.problem}`))
    return undefined
  }

  return {
    entry,
    recovery,
    sent,
    send,
    isSending: isPending,
    way,
    setWay: (next: Way) => {
      entry.clear()
      setWay(next)
    },
    /** The browser asks for the passkey. */
    isWaiting,
    /** The code or assertion for the server; undefined where it is missing, which is then said. */
    async prove(): Promise<Proof | undefined> {
      if (way === 'key') return proveByKey()
      const code = way === 'code' ? entry.whole() : recovery.whole()
      return code === undefined ? undefined : { code }
    },
    /** Says that the server refused it; false where the refusal is about something else. */
    refused(error: Error): boolean {
      const code = error instanceof ApiError ? error.code : null
      if (code !== 'WRONG_CODE' && code !== 'WRONG_ASSERTION') return false
      if (way === 'recovery') recovery.setFault(error.message)
      else entry.again(error.message)
      // A challenge is good once.
      if (code === 'WRONG_ASSERTION') send()
      return true
    },
  }
}
