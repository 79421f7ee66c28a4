import { withoutMarks } from './invisible-marks.ts'

/**
 * Twelve words of a wallet's seed (BIP 39) in a row, numbered or not, each of three to eight letters: hardly
 * any sentence has as many without a shorter word. A phone's keyboard begins them with a capital.
 */
const twelveWords = /\p{L}\p{Ll}{2,7}([\s,;.)|\-\d]{1,8}\p{Ll}{3,8}){11}/u

/** Twelve words of three letters, with a sign between them: a shorter text, as most cells are, has no seed. */
const shortest = 12 * 3 + 11

/**
 * Whether a text holds words of a seed, as somebody pastes them in place of an address: who has them can
 * spend everything in the wallet.
 */
export const holdsSeedPhrase = (text: string): boolean =>
  text.length >= shortest && twelveWords.test(withoutMarks(text))
