import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'

/** Says that a code was wrong and how many tries are left; null for another refusal. */
export function wrongCodeText(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'WRONG_CODE') return null
  const left = error.data?.triesLeft
  if (typeof left !== 'number') return error.message
  return left > 0 ? i18n.t('contact.wrong', { count: left }) : i18n.t('contact.over')
}
