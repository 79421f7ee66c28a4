import { dayMs, secondMs } from '#domain/durations.ts'
import { type AppLanguage, fallbackLanguage, isLanguage, splitLanguagePath } from './language.ts'

const cookieName = 'i18next'
const yearSeconds = (365 * dayMs) / secondMs

/** The specification's order: the path, then the cookie, then the page's own tag. */
export function readWantedLanguage(): AppLanguage {
  const { language } = splitLanguagePath(window.location.pathname)
  const [, cookie] = document.cookie.match(new RegExp(`(?:^|; )${cookieName}=([^;]*)`)) ?? []
  const tag = document.documentElement.lang
  return [language ?? undefined, cookie, tag].find(isLanguage) ?? fallbackLanguage
}

export function rememberLanguage(language: AppLanguage) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${cookieName}=${language}; Path=/; SameSite=Lax; Max-Age=${yearSeconds}`
}
