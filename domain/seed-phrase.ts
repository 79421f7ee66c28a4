import { withoutMarks } from './invisible-marks.ts'

/**
 * Twelve words of a wallet's seed (BIP 39) in a row, numbered or not, each of three to eight letters: hardly
 * any sentence has as many without a shorter word. A phone's keyboard begins them with a capital.
 */
const twelveWords = /\p{L}\p{Ll}{2,7}([\s,;.)|\-\d]{1,8}\p{Ll}{3,8}){11}/u

/**
 * Whether a text holds words of a seed, as somebody pastes them in place of an address: who has them can
 * spend everything in the wallet.
 */
export const holdsSeedPhrase = (text: string): boolean => twelveWords.test(withoutMarks(text))
