import { formatDateTime } from './format.ts'
import { currentLanguage, i18n } from './i18n.ts'

/** The sentence about each wait: 'Podrás hacerlo desde el 21 nov 2026, 9:30.' */
export const sayWait = (from: string): string =>
  i18n.t('errors.wait', { when: formatDateTime(from, currentLanguage()) })
