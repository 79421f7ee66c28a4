import type { KeyObject } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import {
  type FileAttachment,
  MessageTampered,
  openTexts,
} from '#server/platform/security/message-seal.ts'
import { DeliveryError, type Mail, type Mailer, type TextMessages } from '#server/ports.ts'
import { codePicture } from './code-picture.ts'
import { endMessage, type MessageOutcome, readQueued } from './store.ts'

export type DeliveryDeps = {
  db: Db
  /** null where no mail server is configured. */
  mailer: Mailer | null
  textMessages: TextMessages | null
  /** The sandbox shows messages at /sandbox, even those that nothing delivers. */
  sandbox: boolean
  /** Makes an attached file; null: it cannot be made now, so that the mail waits. */
  attach?: (
    companyId: string,
    attachment: FileAttachment,
  ) => Promise<NonNullable<Mail['attachment']> | null>
  /** The key under which the messages are sealed. */
  macKey: KeyObject
  log: Log
}

/**
 * Delivers a message and notes that. Dying in between sends it again, a mail with the same
 * Message-ID. Throws where it should be tried again; on the last attempt it fails instead.
 */
export async function deliver(
  { db, mailer, textMessages, sandbox, attach, macKey, log }: DeliveryDeps,
  id: string,
  isLastTry: boolean,
): Promise<void> {
  const message = await readQueued(db, id)
  if (!message) return
  const end = (state: MessageOutcome, failure?: string) =>
    endMessage(db, id, { state, keepTexts: sandbox, ...(failure ? { failure } : {}) })
  const fail = (reason: string) => {
    log.warn({ message: id, template: message.template, reason }, 'a message was not delivered')
    return end('failed', reason)
  }

  if (message.is_expired) return end('expired')
  const { recipient: to } = message
  try {
    const sealed = message.sealed ?? Buffer.alloc(0)
    const { subject, text, html, attachment: wanted } = openTexts(macKey, message, sealed)
    if (message.via === 'EMAIL' && mailer) {
      const attachment =
        wanted &&
        ('codeOf' in wanted
          ? codePicture(wanted.codeOf)
          : await attach?.(message.company_id, wanted))
      if (wanted && !attachment) throw new DeliveryError('its file cannot be made now', false)
      failpoint('mail-written')
      await mailer.send({ id, to, subject, text, html, ...(attachment && { attachment }) })
    } else if (message.via === 'SMS' && textMessages) await textMessages.send({ to, text })
    else return sandbox ? end('shown') : fail(`${message.via} is not configured`)
  } catch (error) {
    if (error instanceof MessageTampered) {
      log.error({ message: id, err: error }, 'a message was changed past the program')
      return end('failed', 'its seal does not hold')
    }
    if (!(error instanceof DeliveryError)) throw error
    if (!error.permanent && !isLastTry) throw error
    return fail(error.message)
  }
  failpoint('mail-accepted-unmarked')
  await end('sent')
}
