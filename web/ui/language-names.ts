import type { AppLanguage } from '#web/lib/language.ts'

/** Languages by their own names, so that nobody has to know the present one to find theirs. */
export const languageNames: Record<AppLanguage, string> = {
  es: 'Español',
  en: 'English',
  it: 'Italiano',
  prt: 'Português',
}
