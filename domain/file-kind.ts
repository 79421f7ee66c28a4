/** Kinds of files that are no table of text. */
export type NoTableKind = 'csvWorkbook' | 'csvWebPage' | 'csvPdf' | 'csvNoText'

/** The first bytes of files that people take for a CSV, because of their names. */
const signatures: [NoTableKind, readonly number[]][] = [
  // A ZIP, which .xlsx, .ods and .numbers are, and the compound file of .xls.
  ['csvWorkbook', [0x50, 0x4b, 0x03, 0x04]],
  ['csvWorkbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['csvPdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  // PNG, JPEG, GIF, gzip, RAR, 7z.
  ['csvNoText', [0x89, 0x50, 0x4e, 0x47]],
  ['csvNoText', [0xff, 0xd8, 0xff]],
  ['csvNoText', [0x47, 0x49, 0x46, 0x38]],
  ['csvNoText', [0x1f, 0x8b]],
  ['csvNoText', [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['csvNoText', [0x37, 0x7a, 0xbc, 0xaf]],
]

/** The number of bytes that tell what a file is. */
export const signatureBytes = 8

export const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte)

/** The kind that the bytes at the beginning of a file tell; null: it may be text. */
export const kindOfBytes = (bytes: Uint8Array): NoTableKind | null =>
  signatures.find(([, signature]) => beginsWith(bytes, signature))?.[0] ?? null

/** Whether a text is a page, as a session that has ended answers in place of a list, or a table saved as one. */
export const isWebPage = (text: string): boolean =>
  /^\s*<(?:!doctype|!--|\?xml|html|head|body|meta|style|script|table|div)\b/i.test(text)
