import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import type { TextsOfLanguage } from '#contract/texts/keys.ts'
import { type AppLanguage, appLanguages, languageTag } from '../lib/language.ts'

const folder = join(import.meta.dirname, '../../contract/texts')

const path = (language: AppLanguage, file: string) => `assets/translations/${language}/${file}.json`

const textsOf = (language: AppLanguage): TextsOfLanguage =>
  JSON.parse(readFileSync(join(folder, `${languageTag(language)}.json`), 'utf8'))

/** The texts of one language that the web app shows: no mails, and errors come with the answers. */
export function webTexts(language: AppLanguage) {
  const { screens, answers, fields, csv, addressFaults } = textsOf(language)
  return { ...screens, answers, fields, csv, addressFaults }
}

/** The texts of the employees' page, which loads no others. */
export function myPayTexts(language: AppLanguage) {
  const { myPay, addressFaults } = textsOf(language)
  return { ...myPay, addressFaults }
}

/** Builds and serves the file of each language from which the browser loads its texts. */
export const translations = (): Plugin => ({
  ...files('translations', 'global', webTexts),
  // The development server serves the texts of both pages.
  configureServer(server) {
    serve(server, 'global', webTexts)
    serve(server, 'my-pay', myPayTexts)
  },
})

/** Translations of the employees' page. */
export const myPayTranslations = (): Plugin => files('my-pay-translations', 'my-pay', myPayTexts)

type Texts = (language: AppLanguage) => object

function files(name: string, file: string, texts: Texts): Plugin {
  return {
    name,
    generateBundle() {
      for (const language of appLanguages) {
        const source = JSON.stringify(texts(language))
        this.emitFile({ type: 'asset', fileName: path(language, file), source })
      }
    },
  }
}

function serve(server: ViteDevServer, file: string, texts: Texts) {
  for (const language of appLanguages) {
    server.middlewares.use(`/${path(language, file)}`, (_request, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify(texts(language)))
    })
  }
}
