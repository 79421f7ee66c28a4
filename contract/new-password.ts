import { z } from 'zod/mini'
import { preprocess, say } from './fields.ts'

/** A password being set: 8 to 50 characters, an upper-case letter, and one neither letter nor digit. */
export const newPassword = preprocess(
  (value) => value ?? '',
  z.string({ error: say('invalid') }).check(
    z.minLength(1, say('required')),
    z.maxLength(50, say('passwordLength')),
    z.refine(
      (value) => value.length >= 8 && /\p{Lu}/u.test(value) && /[^\p{L}\p{N}]/u.test(value),
      say('passwordHint'),
    ),
  ),
)
