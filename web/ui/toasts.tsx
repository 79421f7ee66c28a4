import { useEffect, useSyncExternalStore } from 'react'
import type { ToastOptions } from 'react-toastify/unstyled'
import { importOrReload } from '#web/lib/newer-build.ts'
import { PlainToasts, showPlain } from './fallback-toasts.tsx'
import type { MarkName } from './inline-icons.tsx'

const load = () => importOrReload(() => import('./toast-box.tsx'))

let there: Awaited<ReturnType<typeof load>> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function startToasts() {
  there ??= await load()
  for (const listener of listeners) listener()
  return there
}

/** Once in the application. */
export function Toasts() {
  const loaded = useSyncExternalStore(
    subscribe,
    () => there,
    () => null,
  )
  // Once the first screen is drawn: a toast about a lost connection must not need one. Without, who
  // shows a toast asks again.
  useEffect(() => void startToasts().catch(() => undefined), [])
  return (
    <>
      {loaded && <loaded.ToastBox />}
      <PlainToasts />
    </>
  )
}

function show(title: string, detail: string | undefined, mark: MarkName, options: ToastOptions) {
  startToasts().then(
    ({ showToast }) => showToast(title, detail, mark, options),
    () => {
      const isBad = options.type === 'error' || options.type === 'warning'
      const { autoClose } = options
      showPlain({ title, detail, role: isBad ? 'alert' : 'status' }, autoClose || undefined)
    },
  )
}

/**
 * Toasts say what happened, and on the second line what happened to the money. The quiet types are
 * options: `{ type: 'default', icon: false }`, and dark with `theme: 'dark'` as well.
 */
export const toastSuccess = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'tick', { type: 'success', ...options })
export const toastError = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'cross', { type: 'error', ...options })
export const toastWarning = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'warning', { type: 'warning', ...options })
export const toastInfo = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'info', { type: 'info', ...options })
