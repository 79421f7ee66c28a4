import { expect, test } from 'vitest'
import { withoutHexResult } from './hex-result.ts'

const answer = Buffer.from('{"result":"00ff10","error":null,"id":0}')

const piecesOf = (...ends: number[]) =>
  [...ends, answer.length].map((end, n) => answer.subarray(ends[n - 1] ?? 0, end))

test('the bytes of a result are the same wherever the answer was cut into pieces', () => {
  for (let one = 11; one <= answer.length; one++) {
    for (let other = one; other <= answer.length; other++) {
      const { bytes, rest } = withoutHexResult(piecesOf(one, other))
      expect(Buffer.from(bytes ?? []).toString('hex')).toBe('00ff10')
      expect(Buffer.concat(rest).toString()).toBe('{"result":"","error":null,"id":0}')
    }
  }
})

test('an answer that is cut before its result is left to the JSON parser', () => {
  for (let end = 0; end < 11; end++) {
    const pieces = piecesOf(end)
    expect(withoutHexResult(pieces)).toEqual({ bytes: null, rest: pieces })
  }
})
