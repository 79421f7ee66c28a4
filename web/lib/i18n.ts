import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { fieldTexts, isFieldText } from '#contract/texts.ts'
import {
  type AppLanguage,
  fallbackLanguage,
  isLanguage,
  languages,
  languageTag,
  splitLanguagePath,
} from './language.ts'

export const i18n = i18next

const namespace = 'global'

function markPage(language: string) {
  if (isLanguage(language)) document.documentElement.lang = languageTag(language)
}

/**
 * Loads the texts in the language of the path, the cookie or the page, and then drops the
 * language's segment from the address, so that routes need not know of it.
 */
export async function startTranslations(): Promise<void> {
  i18n.on('languageChanged', markPage)
  await i18n
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      ns: [namespace],
      defaultNS: namespace,
      supportedLngs: [...languages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      backend: { loadPath: '/assets/translations/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['path', 'cookie', 'htmlTag'],
        caches: ['cookie'],
        lookupFromPathIndex: 0,
        cookieMinutes: 60 * 24 * 365,
        cookieOptions: { path: '/', sameSite: 'lax' },
      },
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  const { language, rest } = splitLanguagePath(window.location.pathname)
  if (language) {
    const { search, hash } = window.location
    window.history.replaceState(window.history.state, '', rest + search + hash)
  }
}

export function currentLanguage(): AppLanguage {
  return isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : fallbackLanguage
}

/**
 * A form fault in the person's language: the contract's schemas name one of its texts, the server
 * sends the text itself.
 */
export function faultText(message: string | undefined): string | undefined {
  if (message === undefined || !isFieldText(message)) return message
  return fieldTexts[message][languageTag(currentLanguage())]
}
