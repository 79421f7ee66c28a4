import { plainLetters } from '#domain/plain-letters.ts'

/** The column that a report of a file's faults adds to it, in every language. */
export const errorsColumn = 'Errores'

/**
 * The column of old errors, where a downloaded report is corrected and uploaded again; -1: none.
 */
export const errorsPlace = (header: readonly string[]): number =>
  header.findIndex((name) => plainLetters(name) === plainLetters(errorsColumn))
