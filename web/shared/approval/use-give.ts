import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval, ApprovalBody } from '#contract/approvals.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { confirmByKey } from '#web/shared/auth/ask-for-key.ts'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import type { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { isOrder, readApprovalOptions, useGiveApproval } from './approvals-api.ts'
import { changersNotEnough } from './changers.tsx'

/** Refusals that are said where somebody approves; all others, and lost answers, in a toast. */
const inPlace: readonly string[] = [
  'SELF_APPROVAL',
  'ALREADY_APPROVED',
  'APPROVER_TOO_NEW',
  'WRONG_ASSERTION',
  'PRICE_MOVED',
]

interface GiveOptions {
  entry: ReturnType<typeof useCodeEntry>
  onApproved: (() => void) | undefined
  /** The server knows no passkey of this person. */
  onNoKey: () => void
}

/** Approves with a code or a passkey, and says how it ended. */
export function useGive(approval: Approval, { entry, onApproved, onNoKey }: GiveOptions) {
  const { t } = useTranslation()
  const give = useGiveApproval(approval)
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<string>()
  const me = useSignedInUser()?._id
  const isOwnChange = changersNotEnough(approval).some(({ user }) => user._id === me)

  function sayDone() {
    const isLast = approval.stillNeeded <= 1 && !isOwnChange
    if (!isLast) toastSuccess(t('approvals.given'))
    else
      toastSuccess(
        isOrder(approval) ? successText('paymentApproved') : t('approvals.changeApproved'),
      )
    onApproved?.()
  }

  function sayFault(error: Error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'WRONG_CODE') entry.again(error.message)
    else if (inPlace.includes(code)) setFault(error.message)
    else reportWrite(error)
  }

  // Once it is approved the form may be gone before the answer is there.
  const send = (body: ApprovalBody) => give.mutateAsync(body).then(sayDone, sayFault)
  const isBusy = isAsking || give.isPending || give.isSuccess

  async function withKey() {
    if (isBusy) return
    setFault(undefined)
    setAsking(true)
    try {
      const options = await readApprovalOptions(approval)
      if (options === null) return onNoKey()
      const answer = await confirmByKey(options)
      if ('assertion' in answer) return await send({ assertion: answer.assertion })
      setFault(t(answer.problem === 'cancelled' ? 'approvals.cancelled' : 'approvals.keyFailed'))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      sayFault(error)
    } finally {
      setAsking(false)
    }
  }

  function withCode() {
    if (isBusy) return
    const code = entry.whole()
    setFault(undefined)
    if (code !== undefined) void send({ code })
  }

  return { withKey, withCode, isAsking, isPending: give.isPending, fault, setFault }
}
