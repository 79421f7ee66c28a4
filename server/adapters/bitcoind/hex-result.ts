const beforeHex = '"result":"'

/**
 * An answer's pieces without the hex that is its result, and the bytes that the hex says; null where the
 * answer has none at its beginning, or what stands there is no hex. It is read piece by piece: put
 * together first, a full block would leave five times its size behind for the garbage collector, which
 * then takes longer than reading it.
 */
export function withoutHexResult(chunks: readonly Buffer[]): {
  bytes: Uint8Array | null
  rest: readonly Buffer[]
} {
  const nothing = { bytes: null, rest: chunks }
  const [first] = chunks
  const start = (first?.subarray(0, 100).indexOf(beforeHex) ?? -1) + beforeHex.length
  if (!first || start < beforeHex.length) return nothing
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0) >> 1)
  let written = 0
  // The first digit of a byte that the end of a piece cut in two.
  let halfByte = ''
  for (const [n, chunk] of chunks.entries()) {
    const from = n === 0 ? start : 0
    const quote = chunk.indexOf('"', from)
    const digits = halfByte + chunk.toString('latin1', from, quote < 0 ? chunk.length : quote)
    const whole = digits.length >> 1
    // Decoding ends at the first character that is no digit.
    if (bytes.write(digits, written, 'hex') < whole) return nothing
    written += whole
    halfByte = digits.slice(whole * 2)
    if (quote < 0) continue
    if (halfByte) return nothing
    const rest = [first.subarray(0, start), chunk.subarray(quote), ...chunks.slice(n + 1)]
    return { bytes: bytes.subarray(0, written), rest }
  }
  return nothing
}
