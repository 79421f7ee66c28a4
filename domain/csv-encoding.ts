import { beginsWith, kindOfBytes, type NoTableKind, signatureBytes } from './file-kind.ts'
import { findLegacyEncoding, legacySample } from './legacy-encoding.ts'

const utf8Mark = [0xef, 0xbb, 0xbf]
const utf16Marks: Record<string, readonly number[]> = {
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

/** Bytes that are not text, or not in the encoding the file began with. */
export class NotText extends Error {
  readonly kind: NoTableKind | 'csvEncoding'
  /** The text that could be read before the fault. */
  readonly text: string

  constructor(kind: NotText['kind'], text = '') {
    super('The file is not text in one encoding')
    this.kind = kind
    this.text = text
  }
}

type Decoder = InstanceType<typeof TextDecoder>

/**
 * A stream of bytes as text: UTF-16, UTF-8, or else the encoding that a spreadsheet writes where it
 * says only 'CSV': Windows-1252, or Mac OS Roman in Excel for Mac. Without a mark UTF-8 and these are
 * the same until the first byte above 127; where that begins no UTF-8 character, the whole file is in
 * one of them.
 */
export class TextBytes {
  #decoder: Decoder | null = null
  /** Bytes not decoded yet: those before the encoding is known, or half a character. */
  #held: Uint8Array = new Uint8Array(0)
  #begun = false
  /** No byte above 127 so far: the text may still be in an older encoding. */
  #undecided = true
  /** The last byte before those that are held: the letter beside it helps to tell an encoding. */
  #before: Uint8Array = new Uint8Array(0)

  write(chunk: Uint8Array, last = false): string {
    const bytes = this.#held.length === 0 ? chunk : concat(this.#held, chunk)
    this.#held = new Uint8Array(0)
    if (this.#decoder) return decode(this.#decoder, bytes, last)
    if (this.#begun) return this.#utf8(bytes, last)
    if (bytes.length < signatureBytes && !last) {
      this.#held = bytes
      return ''
    }
    this.#begun = true
    const kind = kindOfBytes(bytes)
    if (kind) throw new NotText(kind)
    const encoding = utf16Of(bytes)
    if (encoding) {
      this.#decoder = new TextDecoder(encoding, { fatal: true })
      return decode(this.#decoder, bytes, last)
    }
    const marked = beginsWith(bytes, utf8Mark)
    if (marked) this.#undecided = false
    return this.#utf8(marked ? bytes.subarray(utf8Mark.length) : bytes, last)
  }

  #utf8(bytes: Uint8Array, last: boolean): string {
    const whole = last ? bytes.length : wholeCharacters(bytes)
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, whole),
      )
      this.#held = bytes.slice(whole)
      if (whole > 0) this.#before = bytes.slice(whole - 1, whole)
      if (text.length !== whole) this.#undecided = false
      return text
    } catch {
      // The decoder says that the bytes are not UTF-8 by throwing a TypeError, and nothing else.
      const good = goodPart(bytes)
      if (!this.#undecided || /[^\0-\x7f]/.test(good)) throw new NotText('csvEncoding', good)
      return this.#legacy(bytes, last)
    }
  }

  /** Waits for enough of the text to tell the older encodings apart. */
  #legacy(bytes: Uint8Array, last: boolean): string {
    if (bytes.length < legacySample && !last) {
      this.#held = bytes
      return ''
    }
    const sample = concat(this.#before, bytes.subarray(0, legacySample))
    this.#decoder = new TextDecoder(findLegacyEncoding(sample))
    return decode(this.#decoder, bytes, last)
  }
}

function decode(decoder: Decoder, bytes: Uint8Array, last: boolean): string {
  // TextDecoder takes the mark away by itself.
  try {
    return decoder.decode(bytes, { stream: !last })
  } catch {
    // The decoder reports a malformed sequence by throwing a TypeError, and nothing else.
    throw new NotText('csvEncoding')
  }
}

/** UTF-16 by its mark, or by the zero beside each of the first letters, which a header has in Latin script. */
function utf16Of(bytes: Uint8Array): string | null {
  for (const [encoding, mark] of Object.entries(utf16Marks)) {
    if (beginsWith(bytes, mark)) return encoding
  }
  if (bytes.length < signatureBytes) return null
  const isZero = [...bytes.subarray(0, signatureBytes)].map((byte) => byte === 0)
  if (isZero.every((zero, place) => zero === (place % 2 === 1))) return 'utf-16le'
  return isZero.every((zero, place) => zero === (place % 2 === 0)) ? 'utf-16be' : null
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** The length of `bytes` without a UTF-8 character that only begins at its end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const goodPart = (bytes: Uint8Array): string => {
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.slice(0, text.indexOf('\ufffd'))
}
