import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isFieldText } from '#contract/fields.ts'
import {
  type AppLanguage,
  appLanguages,
  fallbackLanguage,
  isLanguage,
  languageTag,
  splitLanguagePath,
} from './language.ts'
import { readWantedLanguage, rememberLanguage } from './language-choice.ts'
import { fetchTranslations, type TranslationsMissing } from './translation-files.ts'

export const i18n = i18next

const namespace = 'global'

const translationFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _file, done) => {
    fetchTranslations(language).then(
      (texts) => done(null, texts),
      (error: TranslationsMissing) => done(error, error.mayComeLater),
    )
  },
}

function showLanguage(language: string) {
  if (!isLanguage(language)) return
  document.documentElement.lang = languageTag(language)
  rememberLanguage(language)
}

/**
 * Loads the texts in the language of the path, the cookie or the page. Drops the language's segment
 * from the address at once, so that the router need not know of it.
 */
export async function startTranslations(): Promise<void> {
  const lng = readWantedLanguage()
  dropLanguageSegment()
  i18n.on('languageChanged', showLanguage)
  await i18n
    .use(translationFiles)
    .use(initReactI18next)
    .init({
      lng,
      ns: [namespace],
      defaultNS: namespace,
      supportedLngs: [...appLanguages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
}

function dropLanguageSegment() {
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
export function formFaultText(message: string | undefined): string | undefined {
  if (message === undefined || !isFieldText(message)) return message
  return i18n.t(`fields.${message}`)
}
