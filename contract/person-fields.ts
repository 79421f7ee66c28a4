import { z } from 'zod/mini'
import { compactPhone } from '#domain/phone.ts'
import {
  absentIfBlank,
  emailPattern,
  plainText,
  preprocess,
  say,
  sayMissingOrInvalid,
} from './fields.ts'

/** Fields of people, apart from those of `fields.ts`, which the login loads. */

/** Names of people as they are: 'Li', and one letter in scripts in which it is a name. */
export const personName = preprocess(
  (value) => value ?? '',
  plainText(200).check(
    z.minLength(1, say('required')),
    z.refine(
      (name) => name.length !== 1 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(name),
      say('nameOfOne'),
    ),
  ),
)

/** A share: a whole number of per cent. */
export const percent = z
  .int({
    error: ({ input }) =>
      Number.isFinite(input) ? say('percent') : sayMissingOrInvalid({ input }),
  })
  .check(z.minimum(0, say('percent')), z.maximum(100, say('percent')))

/** `+` and 3 to 14 digits; what people write between them is dropped. */
export const optionalPhone = preprocess(
  (value) => absentIfBlank(typeof value === 'string' ? compactPhone(value) : value),
  z
    ._default(plainText(200), '')
    .check(z.refine((value) => value === '' || /^\+\d{3,14}$/.test(value), say('phone'))),
)

/** The names of a profile: at least 3 characters. */
export const nameOfThree = preprocess(
  (value) => value ?? '',
  plainText(200).check(z.minLength(1, say('required')), z.minLength(3, say('nameTooShort'))),
)

export const optionalEmail = preprocess(
  absentIfBlank,
  z
    ._default(plainText(200), '')
    .check(z.refine((value) => value === '' || emailPattern.test(value), say('invalid'))),
)
