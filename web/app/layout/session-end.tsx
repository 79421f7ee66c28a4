import { useEffect, useState } from 'react'
import { company } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'
import { type KnownSessionEnd, useSessionEnd, warningMs } from '#web/lib/session-end.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { soon } from '#web/ui/later.tsx'

const SessionEndDialog = soon(
  async () => (await import('./session-end-dialog.tsx')).SessionEndDialog,
)

/** Seconds are cut off on the way; asked at once, the server might say that it still lives. */
const afterEndMs = 1000

/** The server decides: when the time is over it is asked, without that being activity. */
const askWhetherOver = () =>
  call(company, '/companies/company', { automatic: true }).catch(() => {
    // An ended session has been reported (lib/api.ts); a lost connection is found by the next poll.
  })

/** Warns two minutes before the session ends. */
export function SessionEndWatch() {
  const end = useSessionEnd()
  const [due, setDue] = useState<KnownSessionEnd | null>(null)
  const [dismissed, setDismissed] = useState<KnownSessionEnd | null>(null)

  useEffect(() => {
    if (end === null) return
    const left = end.at - Date.now()
    const warning = setTimeout(() => setDue(end), Math.max(0, left - warningMs))
    const over = setTimeout(askWhetherOver, Math.max(0, left) + afterEndMs)
    return () => {
      clearTimeout(warning)
      clearTimeout(over)
    }
  }, [end])

  return (
    <DialogPresence>
      {end !== null && due === end && dismissed !== end && (
        <SessionEndDialog end={end} onDismiss={() => setDismissed(end)} />
      )}
    </DialogPresence>
  )
}
