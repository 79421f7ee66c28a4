import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'

export const closeAfterMs = 5000

interface PlainToast {
  title: string
  detail: string | undefined
  /** Said at once, or when the person pauses. */
  role: 'alert' | 'status'
}

const none: readonly PlainToast[] = []
let shown = none
const listeners = new Set<() => void>()

function change(next: readonly PlainToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast when what shows toasts could not be loaded: plain, but never nothing. */
export function showPlain(toast: PlainToast, forMs = closeAfterMs) {
  change([...shown, toast])
  setTimeout(() => change(shown.filter((other) => other !== toast)), forMs)
}

export function PlainToasts() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
  return toasts.map(({ title, detail, role }, index) => (
    <Box
      // biome-ignore lint/suspicious/noArrayIndexKey: they only come at the end, and hold nothing.
      key={index}
      role={role}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        top: 12 + index * 76,
        right: 16,
        maxWidth: 'min(372px, calc(100vw - 32px))',
        p: 4,
        border: 1,
        borderColor: 'lineStrong',
        borderRadius: '12px',
        bgcolor: 'surface',
      }}
    >
      <b>{title}</b>
      {detail && <div>{detail}</div>}
    </Box>
  ))
}
