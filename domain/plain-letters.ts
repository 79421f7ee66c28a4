/** Letters and figures alone, without accents and case: `MARÍA-José 2` is `mariajose2`. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
