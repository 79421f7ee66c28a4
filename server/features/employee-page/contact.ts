import { hash } from 'node:crypto'
import type { LinkBody } from '#contract/employee-page.ts'
import type { Language } from '#contract/languages.ts'
import type { Channel } from '#contract/user.ts'
import { compactPhone } from '#domain/phone.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * The contact that people are found by: an e-mail in lower case, or a number without separators.
 */
export type Contact = { via: Channel; contact: string }

/** The contact of a request for a link; an e-mail comes before a phone. */
export function contactOf({ email, phone }: LinkBody, language: Language): Contact {
  if (email) return { via: 'EMAIL', contact: email.toLowerCase() }
  if (phone) return { via: 'SMS', contact: compactPhone(phone) }
  const message = faultText('required', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'email', message }] })
}

/** The key by which limits count a contact without storing it. */
export const contactKey = ({ via, contact }: Contact): string =>
  hash('sha256', `${via} ${contact}`, 'base64url')
