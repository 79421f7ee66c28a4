import type { KeyObject } from 'node:crypto'
import { deriveKey } from './derived-keys.ts'
import { openBytes, sealBytes } from './seal.ts'

/** The content of a message. */
export type MessageTexts = {
  subject: string
  text: string
  html: string | null
  attachment?: Attachment
}

/** A file that is made when the message is sent, and stored nowhere: a receipt, or the code of a link. */
export type Attachment = FileAttachment | { codeOf: string }
export type FileAttachment = { receiptOfLine: string }

/** The row that the texts are bound to: moved to another one or another recipient they do not open. */
export type MessageRow = { id: string; company_id: string; recipient: string; via: string }

const boundTo = ({ id, company_id, recipient, via }: MessageRow) =>
  Buffer.from(JSON.stringify(['message', id, company_id, recipient, via]))

/** The database does not give away the code or link of a message, nor sends it elsewhere. */
export class MessageTampered extends Error {
  override name = 'MessageTampered'
}

/** Seals texts under a key out of the MAC key. */
export const sealTexts = (macKey: KeyObject, row: MessageRow, texts: MessageTexts): Buffer =>
  sealBytes(deriveKey(macKey, 'message'), boundTo(row), Buffer.from(JSON.stringify(texts), 'utf8'))

/** Opens what `sealTexts` made; throws `MessageTampered` where row, texts or key are others. */
export function openTexts(macKey: KeyObject, row: MessageRow, sealed: Buffer): MessageTexts {
  try {
    const text = openBytes(deriveKey(macKey, 'message'), boundTo(row), sealed)
    return JSON.parse(text.toString('utf8'))
  } catch (cause) {
    throw new MessageTampered(`Message ${row.id} was changed past the program`, { cause })
  }
}
