import { firstReads, screensAt } from './app/screens.ts'
import { readEarly } from './lib/early-answers.ts'
import { splitLanguagePath } from './lib/language.ts'
import { wantedLanguage } from './lib/language-choice.ts'
import { tokenKey } from './lib/session-keys.ts'
import { askEarlyFor } from './lib/translation-files.ts'

// A small script before the large ones: what the first screen needs comes together with them and
// not after them.
const language = wantedLanguage()
askEarlyFor(language)

const { rest } = splitLanguagePath(window.location.pathname)
const token = sessionStorage.getItem(tokenKey)

/** Settled when the first screen can be drawn in one go; a failure is met again by who draws it. */
export const firstScreen = Promise.allSettled(screensAt(rest, token !== null).map((load) => load()))

// Another page of a list has another address.
if (token !== null && window.location.search === '') {
  for (const path of firstReads(rest)) readEarly(path, token, language)
}
