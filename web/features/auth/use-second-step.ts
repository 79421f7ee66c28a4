import { useState } from 'react'
import type { CodeSent, MfaBody, MfaStarted } from '#contract/auth.ts'
import type { FactorKind } from '#domain/roles.ts'
import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'
import { canUsePasskeys, hasUsedPasskey } from '#web/lib/passkey-place.ts'
import { confirmByKey } from '#web/shared/auth/ask-for-key.ts'
import { useRecoveryEntry } from '#web/shared/auth/use-recovery-entry.ts'
import { toastError } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useResendCode, useSignInCode } from './code-api.ts'

/** A factor of the person, or one of the codes that were kept for the day without. */
export type Way = FactorKind | 'RECOVERY'

type Sent = CodeSent & { at: number }

interface Challenge {
  email: string
  started: MfaStarted
  /** Leads to e-mail and password again: the step's time is over. */
  onBack: () => void
}

/** The passkey where this browser can ask for it, else the strongest code. */
function firstWay({ via, options }: MfaStarted): Way {
  return options !== undefined && canUsePasskeys() && hasUsedPasskey() ? 'PASSKEY' : via
}

/** The step after the password: one of the person's factors, and the change to another. */
export function useSecondStep({ email, started, onBack }: Challenge) {
  const [way, setWay] = useState<Way>(() => firstWay(started))
  const [sent, setSent] = useState<Sent>(() => ({ ...started, at: Date.now() }))
  const [isWaiting, setWaiting] = useState(false)
  const entry = useCodeEntry()
  const recovery = useRecoveryEntry()
  const signIn = useSignInCode()
  const resend = useResendCode()
  const challenge = { email, mfaToken: started.mfaToken }
  const options = sent.options ?? started.options

  const leaveIfOver = (error: Error) => {
    if (error instanceof ApiError && error.code === 'MFA_EXPIRED') onBack()
  }

  /** Undefined where something is missing, which is then said. */
  async function proof(): Promise<Pick<MfaBody, 'code' | 'assertion'> | undefined> {
    if (way === 'PASSKEY') {
      if (!options) return undefined
      entry.clear()
      setWaiting(true)
      const answer = await confirmByKey(options)
      setWaiting(false)
      if ('assertion' in answer) return answer
      entry.setFault(i18n.t(`factors.key.${answer.problem}`))
      return undefined
    }
    const code = way === 'RECOVERY' ? recovery.whole() : entry.whole()
    return code === undefined ? undefined : { code }
  }

  /** Another code, or another challenge for the passkey. */
  function ask(via: FactorKind) {
    entry.again()
    resend.mutate(
      { ...challenge, via },
      {
        onSuccess: (answer) => {
          setSent({ ...answer, at: Date.now() })
          setWay(via)
        },
        onError: leaveIfOver,
      },
    )
  }

  function refused(error: Error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'WRONG_CODE' || code === 'WRONG_ASSERTION') {
      if (way === 'RECOVERY') recovery.setFault(error.message)
      else entry.again(error.message)
      return
    }
    toastError(error.message)
    leaveIfOver(error)
  }

  return {
    way,
    sent,
    entry,
    recovery,
    /** The browser asks for the passkey. */
    isWaiting,
    isSending: resend.isPending,
    busy: signIn.isPending || isWaiting,
    async submit() {
      if (signIn.isPending || isWaiting) return
      const given = await proof()
      if (given) signIn.mutate({ ...challenge, ...given }, { onError: refused })
    },
    again: () => {
      if (way !== 'RECOVERY') ask(way)
    },
    choose(next: Way) {
      entry.clear()
      const isReady =
        next === 'RECOVERY' ||
        next === 'TOTP' ||
        next === sent.via ||
        (next === 'PASSKEY' && options !== undefined)
      if (isReady) setWay(next)
      else ask(next)
    },
  }
}
