import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepUpAction, StepUpGiven } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { StepUpDialog, type StepUpEntry } from './step-up-dialog.tsx'

interface FactorRequest extends Ask {
  send: (entry: StepUpEntry) => Promise<void>
  giveUp: () => void
}

interface Ask {
  /** The text of the dialog's main button. */
  confirm?: string
  takesRecovery?: boolean
  /** Why it is asked for once more, right after the app's first code; and the password, typed before. */
  again?: { why: string; password: string } | undefined
}

/**
 * Acts that ask for the password, and with an action for a present factor: `run` tries one without, and
 * opens the dialog where the server wants to know who it is. The answer is undefined where the person gave up, or was told what is wrong.
 */
export function usePresentFactor(action?: StepUpAction): {
  run: <Answer>(
    act: (given: StepUpGiven) => Promise<Answer>,
    ask?: Ask,
  ) => Promise<Answer | undefined>
  isBusy: boolean
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [request, setRequest] = useState<FactorRequest | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function busy<Answer>(work: Promise<Answer>): Promise<Answer> {
    setBusy(true)
    try {
      return await work
    } finally {
      setBusy(false)
    }
  }

  async function run<Answer>(
    act: (given: StepUpGiven) => Promise<Answer>,
    ask: Ask = {},
  ): Promise<Answer | undefined> {
    if (isBusy) return undefined
    try {
      return await busy(act({}))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!(error instanceof ApiError && error.code === 'CODE_REQUIRED')) {
        reportWrite(error)
        return undefined
      }
    }
    return new Promise((resolve) => {
      const end = (answer?: Answer) => {
        setRequest(null)
        resolve(answer)
      }
      setRequest({
        send: async (entry) => end(await busy(act(entry))),
        giveUp: () => end(),
        ...ask,
      })
    })
  }

  const dialog = (
    <DialogPresence>
      {request && (
        <StepUpDialog
          onClose={request.giveUp}
          {...(action && { action })}
          takesRecovery={request.takesRecovery ?? false}
          again={request.again}
          confirm={request.confirm ?? t('stepUp.confirm')}
          busy={isBusy}
          send={request.send}
        />
      )}
    </DialogPresence>
  )
  return { run, isBusy, dialog }
}
