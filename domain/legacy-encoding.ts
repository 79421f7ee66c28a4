/** The number of bytes that tell older encodings apart. */
export const legacySample = 16_384

/** Older encodings that spreadsheets write; Windows-1252 decides a tie. */
const encodings = ['windows-1252', 'macintosh'] as const

/** Letters of names in the languages of the countries that pay here. */
const letters = 'áéíóúñüàèìòùâêîôûãõçäöëïÁÉÍÓÚÑÜÀÈÌÒÙÂÊÎÔÛÃÕÇÄÖËÏ'
/** Letters with which a word begins that has no capital. */
const firstLetters = 'áéíóúñ'
/** Signs that stand in a cell, but never within a word. */
const signs = '€“”–—«»¿¡ºª°´·…\u00a0'

const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)
const isSmall = (sign: string | undefined) => sign !== undefined && /\p{Ll}/u.test(sign)
const isCapital = (sign: string | undefined) => sign !== undefined && /\p{Lu}/u.test(sign)

/** Whether a sign above 127 is one that no name has at this place. */
function isOdd(text: readonly string[], place: number): boolean {
  const sign = text[place] ?? ''
  const before = text[place - 1]
  const after = text[place + 1]
  // D’Angelo, dell’Orto: a capital follows.
  if (sign === '’') return isLetter(before) && isSmall(after)
  if (signs.includes(sign)) return isLetter(before) && isLetter(after)
  if (!letters.includes(sign)) return true
  if (isSmall(sign)) {
    const isMisplaced = !isLetter(before) && isSmall(after) && !firstLetters.includes(sign)
    return isCapital(after) || isMisplaced
  }
  return isSmall(before) || (isLetter(before) && isSmall(after))
}

/** The encoding under which the fewest signs are odd. */
export function findLegacyEncoding(bytes: Uint8Array): string {
  const counts = encodings.map((encoding) => {
    const text = [...new TextDecoder(encoding).decode(bytes)]
    return text.filter((sign, place) => sign > '\x7f' && isOdd(text, place)).length
  })
  return (counts[1] ?? 0) < (counts[0] ?? 0) ? 'macintosh' : 'windows-1252'
}
