/**
 * Signs that show nothing (UAX #44: DI, Default_Ignorable_Code_Point), as marks of direction, soft hyphens,
 * zero widths and tags. Joiners and variants alone stay where they shape the letter or picture before them.
 */
const unshaped =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{DI}|(?<!(?!\p{DI})(\p{M}|\p{sc=Arab}|\p{ExtPict}|\p{EMod})\ufe0f?)\p{DI}/gu

/**
 * The text without signs that show nothing, which copies from chats, PDFs and contacts bring along. Two texts
 * that look the same are then the same, and no mark turns a text around (CVE-2021-42574).
 */
export const withoutMarks = (text: string): string => text.replaceAll(unshaped, '')
