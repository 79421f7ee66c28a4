import { encode as pngOf } from 'fast-png'
import { encode as codeOf } from 'uqr'
import type { Mail } from '#server/ports.ts'
import { codeContentId } from './templates/payday-html.ts'

/** The empty margin, in modules, that ISO/IEC 18004 requires around a code. */
const quietZone = 4
/** Pixels of a module. Mails show the picture at half its size, so it is sharp on a phone. */
const pixels = 8
const [ink, white] = [28, 255]

/** The QR code of a link, as the picture that the HTML of its mail shows. */
export function codePicture(link: string): NonNullable<Mail['attachment']> {
  const { data, size } = codeOf(link, { ecc: 'M', border: quietZone })
  const side = size * pixels
  const picture = new Uint8Array(side * side).fill(white)
  for (let at = 0; at < picture.length; at++) {
    const [row, column] = [Math.floor(at / side / pixels), Math.floor((at % side) / pixels)]
    if (data[row]?.[column]) picture[at] = ink
  }
  const bytes = pngOf({ width: side, height: side, data: picture, channels: 1, depth: 8 })
  return { name: 'qr.png', type: 'image/png', bytes: Buffer.from(bytes), contentId: codeContentId }
}
