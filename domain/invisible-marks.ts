/**
 * Signs that show nothing (UAX #44, Default_Ignorable_Code_Point): marks of direction, soft hyphens, zero
 * widths, tags. Two texts that look the same must be the same, and a mark can turn a text around
 * (CVE-2021-42574).
 */
const mark = /\p{Default_Ignorable_Code_Point}/u
const everyMark = /\p{Default_Ignorable_Code_Point}/gu
/** Joiners and variants shape the letter or picture before them; after Latin they show nothing. */
const shaping = /^(?:\u200c|\u200d|\ufe0e|\ufe0f)$/u
const shaped =
  /(?:\p{M}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Mongolian}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u

/** The text without signs that show nothing, as copies from chats, PDFs and contacts bring them along. */
export const withoutMarks = (text: string): string =>
  mark.test(text)
    ? text.replaceAll(everyMark, (found, place: number) =>
        shaping.test(found) && shaped.test(text.slice(Math.max(0, place - 2), place)) ? found : '',
      )
    : text
