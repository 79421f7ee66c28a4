import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** Layout of the sealed bytes: nonce 12 · tag 16 · ciphertext. */
const nonceBytes = 12
const tagBytes = 16
const textAt = nonceBytes + tagBytes

/** Seals bytes by AES-256-GCM; they open only with the row that they are bound to. */
export function sealBytes(key: KeyObject, boundTo: Buffer, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(boundTo)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealBytes` made; throws where row, bytes or key are others. */
export function openBytes(key: KeyObject, boundTo: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(boundTo).setAuthTag(sealed.subarray(nonceBytes, textAt))
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
}
