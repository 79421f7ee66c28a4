import { withoutMarks } from './invisible-marks.ts'

/**
 * Twelve words of a wallet's seed (BIP 39) in a row, numbered or not, each of three to eight letters: hardly
 * any sentence has as many without a shorter word. A phone's keyboard begins them with a capital, some
 * wallets show all of them in capitals or each with one.
 */
const smallWords = /\p{L}\p{Ll}{2,7}([\s,;.)|\-\d]{1,8}\p{Ll}{3,8}){11}/u
const capitalWords = /\p{Lu}{3,8}([\s,;.)|\-\d]{1,8}\p{Lu}{3,8}){11}/u
const wordsWithCapitals = /\p{Lu}\p{Ll}{2,7}([\s,;.)|\-\d]{1,8}\p{Lu}\p{Ll}{2,7}){11}/u

/** Twelve words of three letters, with a sign between them: a shorter text, as most cells are, has no seed. */
const shortest = 12 * 3 + 11

/**
 * Whether a text holds words of a seed, as somebody pastes them in place of an address: who has them can
 * spend everything in the wallet.
 */
export function holdsSeedPhrase(text: string): boolean {
  if (text.length < shortest) return false
  const shown = withoutMarks(text)
  return [smallWords, capitalWords, wordsWithCapitals].some((words) => words.test(shown))
}

const wordsOfSeed = 12
const oneWord = /^[\s\d.)-]*\p{Lu}\p{L}{2,7}\s*$/u

/**
 * Whether the cells of a row hold a seed between them: commas between its words give each a cell of its own.
 * Words in capitals count where each stands alone, since names and places are written so, too.
 */
export function cellsHoldSeedPhrase(cells: readonly string[]): boolean {
  const row = withoutMarks(cells.join('|'))
  if (row.length < shortest) return false
  if (smallWords.test(row)) return true
  const parts = row.split('|')
  let alone = 0
  for (const [place, part] of parts.entries()) {
    alone = oneWord.test(part) ? alone + 1 : 0
    if (alone === wordsOfSeed) return true
    if (alone + parts.length - place - 1 < wordsOfSeed) return false
  }
  return false
}
