import { decode } from 'fast-png'
import decodeQr from 'qr/decode.js'
import { expect, test } from 'vitest'
import { codePicture } from './code-picture.ts'

test.each([
  'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.06928395',
  'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=100.00000000',
])('another library reads the code of a mail: %s', (link) => {
  const { bytes, type } = codePicture(link)
  expect(type).toBe('image/png')
  expect(bytes.length).toBeLessThan(20_000)
  const { width, height, data, channels } = decode(bytes)
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (data[Math.floor(at / 4) * channels] ?? 0),
  )
  expect(decodeQr({ width, height, data: rgba })).toBe(link)
})
