import { plainLetters } from '#domain/plain-letters.ts'

/** The column with a file's faults that a report adds to it, in every language. */
export const errorsColumn = 'Errores'

/** The place of the errors column in a report that was corrected and uploaded again; -1: none. */
export const errorsPlace = (header: readonly string[]): number =>
  header.findIndex((name) => plainLetters(name) === plainLetters(errorsColumn))
