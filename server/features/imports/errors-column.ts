import { plainLetters } from '#domain/plain-letters.ts'

/** The column that a report of a file's faults adds to it, in every language. */
export const errorsColumn = 'Errores'

/** Where a report of ours, mended and uploaded again, has its old errors; -1: it is none. */
export const errorsPlace = (header: readonly string[]): number =>
  header.findIndex((name) => plainLetters(name) === plainLetters(errorsColumn))
