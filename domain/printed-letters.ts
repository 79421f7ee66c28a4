/**
 * Texts whose letters the fonts of receipts have (server/features/receipts/pdf): accents, letters of
 * Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Chinese, Japanese and Korean, in this order.
 */
const printed =
  /^[\u0300-\u0304\u0306-\u030C\u0323\u0326-\u0328\u0020-\u007E\u00A0-\u00AC\u00AE-\u017E\u018F\u01A0\u01A1\u01AF\u01B0\u01CD-\u01D4\u0218-\u021B\u1E20\u1E21\u1E80-\u1E85\u1E9E\u1EA0-\u1EF9\u2013-\u2015\u2018-\u201A\u201C-\u201E\u2026\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u0462\u0463\u0490-\u0493\u0496-\u049B\u04A0-\u04A3\u04AA\u04AB\u04AE-\u04B3\u04B6\u04B7\u04BA\u04BB\u04C0\u04D4-\u04D9\u04E2\u04E3\u04E6-\u04E9\u04EE\u04EF\u04F2\u04F3\u0591-\u05C7\u05D0-\u05EA\u05F0-\u05F4\u0620-\u0669\u066E-\u06D3\u06D5\u0750-\u077F\u0900-\u0952\u0955-\u0977\u0979-\u097F\u3005\u3007\u3041-\u3096\u309D\u309E\u30A1-\u30FA\u30FC-\u30FE\u3131-\u3163\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]*$/u

/** For PostgreSQL, which reads it alike. */
export const printedText: string = printed.source

/** Whether a receipt prints all letters of a text. */
export const isPrinted = (text: string): boolean => printed.test(text.normalize('NFC'))
