import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { derivedKey } from './derived-keys.ts'

/** The content of a message. */
export type Texts = { subject: string; text: string; html: string | null }

/** The row that the texts are bound to: moved to another one or another recipient they do not open. */
export type MessageRow = { id: string; company_id: string; recipient: string; via: string }

/** Layout of the sealed bytes: nonce 12 · tag 16 · ciphertext. */
const nonceBytes = 12
const tagBytes = 16
const textAt = nonceBytes + tagBytes

const boundTo = ({ id, company_id, recipient, via }: MessageRow) =>
  Buffer.from(JSON.stringify(['message', id, company_id, recipient, via]))

/** The database does not give away the code or link of a message, nor sends it elsewhere. */
export class MessageTampered extends Error {
  override name = 'MessageTampered'
}

/** Seals texts by AES-256-GCM under a key out of the MAC key. */
export function sealTexts(macKey: KeyObject, row: MessageRow, texts: Texts): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(macKey, 'message'), nonce)
  cipher.setAAD(boundTo(row))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(texts), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealTexts` made; throws `MessageTampered` where row, texts or key are others. */
export function openTexts(macKey: KeyObject, row: MessageRow, sealed: Buffer): Texts {
  const nonce = sealed.subarray(0, nonceBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', derivedKey(macKey, 'message'), nonce, {
      authTagLength: tagBytes,
    })
    decipher.setAAD(boundTo(row)).setAuthTag(sealed.subarray(nonceBytes, textAt))
    const text = Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch (cause) {
    throw new MessageTampered(`Message ${row.id} was changed past the program`, { cause })
  }
}
