import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'
import { toastError, toastWarning } from './toasts.tsx'

/** Says how an act about money ended that did not succeed; what nobody knows yet stays until it is read. */
export function reportWrite(error: Error) {
  if (error instanceof ApiError && error.isAboutSession) return
  if (error instanceof ApiError && error.outcomeUnknown) {
    toastWarning(i18n.t('errors.lost'), i18n.t('errors.lostDetail'), { autoClose: false })
  } else toastError(error.message)
}
