import { z } from 'zod/mini'
import { optionalText, requiredText, sayMissingOrInvalid } from './fields.ts'

/** GET and PUT /companies/consent-text, in the language of the request; PUT makes a new version. */
export const consentText = z.object({ version: z.int(), text: z.string() })
export type ConsentText = z.infer<typeof consentText>
export const consentTextBody = z.object({ text: requiredText(4_000) })

/** PUT /companies/employees/{id}/consent: on paper, noted by an ADMIN. */
export const paperConsentBody = z.object({
  agreed: z.boolean({ error: sayMissingOrInvalid }),
  note: optionalText(500),
})
