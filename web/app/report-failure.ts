import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'
import { toastError } from '#web/ui/toasts.tsx'

/** Reports a failed call that its screen leaves to the application, by a toast. */
export function reportFailure(error: Error, kind: 'read' | 'write') {
  if (error instanceof ApiError && error.isAboutSession) return
  const text = error instanceof ApiError ? error.message : i18n.t('errors.unexpected')
  // A lost connection fails every reading of a screen; one toast says it.
  const isLost = kind === 'write' && error instanceof ApiError && error.outcomeUnknown
  // An unknown outcome stays until it is read.
  const stays = isLost ? { autoClose: false as const } : {}
  toastError(text, undefined, kind === 'read' ? { toastId: `read: ${text}` } : stays)
}
