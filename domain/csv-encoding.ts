const utf8Mark = [0xef, 0xbb, 0xbf]
const utf16Marks: Record<string, readonly number[]> = {
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}
const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte)

/** Bytes that are not text in the encoding the file began with. */
export class NotText extends Error {
  /** The text that could be read before the fault. */
  readonly text: string

  constructor(text: string) {
    super('The file is not text in one encoding')
    this.text = text
  }
}

/**
 * A stream of bytes as text: UTF-16 by its mark, UTF-8, or else Windows-1252, which is what Excel
 * writes where it says only 'CSV'. Without a mark the two are the same until the first byte above
 * 127; where that begins no UTF-8 character, the whole file is Windows-1252.
 */
export class TextBytes {
  #decoder: InstanceType<typeof TextDecoder> | null = null
  /** Bytes not decoded yet: those before the encoding is known, or half a character. */
  #held: Uint8Array = new Uint8Array(0)
  #begun = false
  /** No byte above 127 so far: the text may still be Windows-1252. */
  #undecided = true

  /** The encoding, as far as the bytes so far tell. */
  get encoding(): string {
    return this.#decoder?.encoding ?? 'utf-8'
  }

  write(chunk: Uint8Array, last = false): string {
    const bytes = this.#held.length === 0 ? chunk : concat(this.#held, chunk)
    this.#held = new Uint8Array(0)
    if (this.#decoder) return this.#stream(this.#decoder, bytes, last)
    if (!this.#begun && bytes.length < 3 && !last) {
      this.#held = bytes
      return ''
    }
    if (this.#begun) return this.#utf8(bytes, last)
    this.#begun = true
    for (const [encoding, mark] of Object.entries(utf16Marks)) {
      if (!startsWith(bytes, mark)) continue
      this.#decoder = new TextDecoder(encoding, { fatal: true })
      return this.#stream(this.#decoder, bytes, last)
    }
    const marked = startsWith(bytes, utf8Mark)
    if (marked) this.#undecided = false
    return this.#utf8(marked ? bytes.subarray(utf8Mark.length) : bytes, last)
  }

  #stream(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, last: boolean): string {
    // TextDecoder takes the mark away by itself.
    try {
      return decoder.decode(bytes, { stream: !last })
    } catch {
      // The decoder reports a malformed sequence by throwing a TypeError, and nothing else.
      throw new NotText('')
    }
  }

  #utf8(bytes: Uint8Array, last: boolean): string {
    const whole = last ? bytes.length : wholeCharacters(bytes)
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, whole),
      )
      this.#held = bytes.slice(whole)
      if (text.length !== whole) this.#undecided = false
      return text
    } catch {
      // The decoder says that the bytes are not UTF-8 by throwing a TypeError, and nothing else.
      const good = goodPart(bytes)
      if (!this.#undecided || /[^\0-\x7f]/.test(good)) throw new NotText(good)
      this.#held = new Uint8Array(0)
      this.#decoder = new TextDecoder('windows-1252')
      return this.#stream(this.#decoder, bytes, last)
    }
  }
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
