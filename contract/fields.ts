import { z } from 'zod/mini'
import { withoutMarks } from '#domain/invisible-marks.ts'
import { holdsSeedPhrase } from '#domain/seed-phrase.ts'
import type { FieldText } from './texts/keys.ts'

const said = new Set<string>()

/** A key of a text as a zod message: the form and the server look the text up in their language. */
export function say(text: FieldText): FieldText {
  said.add(text)
  return text
}

/** Whether a message is the key of a text, and not a sentence of zod or of the server. */
export const isFieldText = (message: string): message is FieldText => said.has(message)

/** A schema of what `read` makes of the input. */
export function preprocess<Schema extends z.core.$ZodType>(
  read: (value: unknown) => unknown,
  schema: Schema,
) {
  const parts = { type: 'pipe' as const, in: z.transform(read), out: schema }
  return new z.ZodMiniPipe(parts) as z.ZodMiniPipe<typeof parts.in, Schema>
}

/** A body's `null`, `''` and absent field mean one thing: to a schema all three are absent. */
export const absentIfBlank = (value: unknown) =>
  value === null || value === '' ? undefined : value

/** A field that may be left out, of whatever type; blank is left out. */
export const optional = <Schema extends z.core.$ZodType>(schema: Schema) =>
  preprocess(absentIfBlank, z.optional(schema))

/** The text for a value of another type: missing, or invalid. */
export const sayMissingOrInvalid = ({ input }: { input?: unknown }): FieldText =>
  absentIfBlank(input) === undefined || Number.isNaN(input) ? say('required') : say('invalid')

/** Drops blanks around a text, and signs in it that show nothing. */
export const trimmed = z.overwrite((text: string) => withoutMarks(text).trim())

/** Trimmed text of at most so many characters, without any that hide or deceive, and no wallet's words. */
export const plainText = (maximum: number) =>
  z.string({ error: sayMissingOrInvalid }).check(
    trimmed,
    z.refine((text) => !holdsSeedPhrase(text), say('walletSecret')),
    z.maxLength(maximum, say('tooLong')),
    // No control characters and lone surrogates.
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, say('forbiddenCharacters')),
  )

/** A text that must not be empty once trimmed. */
export const requiredText = (maximum = 200) =>
  preprocess((value) => value ?? '', plainText(maximum).check(z.minLength(1, say('required'))))

/** A text that may be absent, `null` or empty; all three read as `''`. */
export const optionalText = (maximum = 200) =>
  preprocess(absentIfBlank, z._default(plainText(maximum), ''))

export const emailPattern = z.regexes.email

export const requiredEmail = preprocess(
  (value) => value ?? '',
  plainText(200).check(z.minLength(1, say('required')), z.regex(emailPattern, say('invalid'))),
)

/** A password at sign-in: any 3 to 50 characters, never trimmed. */
export const anyPassword = preprocess(
  (value) => value ?? '',
  z
    .string({ error: say('invalid') })
    .check(z.minLength(1, say('required')), z.regex(/^.{3,50}$/s, say('passwordLength'))),
)

/** The characters of a recovery code: none that is easily taken for another. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const recoveryCodeLength = 10

/** A code at sign-in: six digits, or a recovery code, with or without its hyphen and in any case. */
export const signInCode = preprocess(
  (value) =>
    typeof value === 'string' ? value.replaceAll(/[\s-]/g, '').toLowerCase() : (value ?? ''),
  z
    .string({ error: say('invalid') })
    .check(
      z.minLength(1, say('required')),
      z.regex(/^(\d{6}|[a-hjkmnp-z2-9]{10})$/, say('sixDigits')),
    ),
)

/** Whether a code that passed `signInCode` is one of the ten, and not six digits. */
export const isRecoveryCode = (code: string): boolean => code.length === recoveryCodeLength

/** JSON of WebAuthn Level 3, as `@simplewebauthn/browser` takes and gives it; the library checks it. */
export const webauthnJson = z.record(z.string(), z.unknown())
