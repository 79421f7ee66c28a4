import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * A line of the signing record: AES-256-GCM under a key of the seed. Layout before base64:
 * nonce 12 · tag 16 · gzipped text.
 */
const nonceBytes = 12
const tagBytes = 16
const boundTo = Buffer.from('quincena signing record 1')

export function sealLine(key: KeyObject, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo)
  const sealed = Buffer.concat([cipher.update(gzipSync(text)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Opens what `sealLine` made; throws where it was changed or the seed is another. */
export function openLine(key: KeyObject, line: string): string {
  const sealed = Buffer.from(line, 'base64')
  const tagEnd = nonceBytes + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(boundTo).setAuthTag(sealed.subarray(nonceBytes, tagEnd))
  return gunzipSync(
    Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]),
  ).toString('utf8')
}

export const hashLine = (line: string): string => createHash('sha256').update(line).digest('hex')
