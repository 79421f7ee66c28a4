import { z } from 'zod/mini'
import { withoutMarks } from '#domain/invisible-marks.ts'
import { preprocess, say } from './fields.ts'

/** A code from a message. Blanks are left out: people copy them along, or type them in between. */
export const sixDigits = preprocess(
  (value) =>
    typeof value === 'string' ? withoutMarks(value).replaceAll(/\s/g, '') : (value ?? ''),
  z
    .string({ error: say('invalid') })
    .check(z.minLength(1, say('required')), z.regex(/^\d{6}$/, say('sixDigits'))),
)
