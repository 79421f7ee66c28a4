/** Letters and figures alone, without accents and case: `MARÍA-José 2` is `mariajose2`. */
export const plainLetters = (text: string): string =>
  text
    // First, because `normalize` sorts accents in a row, by the square of their number.
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
