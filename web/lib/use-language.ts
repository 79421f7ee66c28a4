import { useTranslation } from 'react-i18next'
import { currentLanguage } from './i18n.ts'
import type { AppLanguage } from './language.ts'

/** The person's language. Apart from the formats, which the first screen does not wait for. */
export function useLanguage(): AppLanguage {
  useTranslation()
  return currentLanguage()
}
