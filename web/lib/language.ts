/** The application's languages by the names of their translation folders. */
export const appLanguages = ['es', 'en', 'it', 'prt'] as const
export type AppLanguage = (typeof appLanguages)[number]
export const fallbackLanguage: AppLanguage = 'es'

export function isLanguage(text: string | undefined): text is AppLanguage {
  return appLanguages.some((language) => language === text)
}

/** `prt` is the specification's name for Portuguese; the web and the API's texts call it `pt`. */
export const languageTag = (language: AppLanguage) => (language === 'prt' ? 'pt' : language)

/** The locale in which dates and amounts are written. */
export const localeOf: Record<AppLanguage, string> = {
  es: 'es-SV',
  en: 'en-US',
  it: 'it-IT',
  prt: 'pt-BR',
}

/** `/en/employees` names its language in the first segment; what is left is the application's path. */
export function splitLanguagePath(path: string): { language: AppLanguage | null; rest: string } {
  const [, first, ...others] = path.split('/')
  if (!isLanguage(first)) return { language: null, rest: path }
  return { language: first, rest: `/${others.join('/')}` }
}
