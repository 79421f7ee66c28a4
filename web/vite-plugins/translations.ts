import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { TextsOfLanguage } from '#contract/texts/keys.ts'
import { type AppLanguage, languages, languageTag } from '../lib/language.ts'

const folder = join(import.meta.dirname, '../../contract/texts')

const path = (language: AppLanguage) => `assets/translations/${language}/global.json`

/** The texts of one language that the web app shows: no mails, and errors come with the answers. */
export function webTexts(language: AppLanguage) {
  const file = join(folder, `${languageTag(language)}.json`)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as TextsOfLanguage
  const { screens, answers, fields, csv } = texts
  return { ...screens, answers, fields, csv }
}

/** Builds and serves the file of each language from which the browser loads its texts. */
export function translations(): Plugin {
  return {
    name: 'translations',
    configureServer(server) {
      for (const language of languages) {
        server.middlewares.use(`/${path(language)}`, (_request, response) => {
          response.setHeader('content-type', 'application/json; charset=utf-8')
          response.end(JSON.stringify(webTexts(language)))
        })
      }
    },
    generateBundle() {
      for (const language of languages) {
        const source = JSON.stringify(webTexts(language))
        this.emitFile({ type: 'asset', fileName: path(language), source })
      }
    },
  }
}
