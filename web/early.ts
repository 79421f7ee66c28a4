import { screensAt } from './app/screens.ts'
import { splitLanguagePath } from './lib/language.ts'
import { wantedLanguage } from './lib/language-choice.ts'
import { tokenKey } from './lib/session-keys.ts'
import { askEarlyFor } from './lib/translation-files.ts'

// A small script before the large ones: what the first screen needs comes together with them and
// not after them.
askEarlyFor(wantedLanguage())

const { rest } = splitLanguagePath(window.location.pathname)
const isSignedIn = sessionStorage.getItem(tokenKey) !== null

/** Settled when the first screen can be drawn in one go; a failure is met again by who draws it. */
export const firstScreen = Promise.allSettled(screensAt(rest, isSignedIn).map((load) => load()))
