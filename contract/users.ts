import { z } from 'zod/mini'
import { compactPhone } from '#domain/phone.ts'
import {
  anyPassword,
  optional,
  plainText,
  preprocess,
  requiredEmail,
  requiredText,
  say,
  sayMissingOrInvalid,
  webauthnJson,
} from './fields.ts'
import { newPassword } from './new-password.ts'
import { nameOfThree, optionalPhone } from './person-fields.ts'
import { absent } from './queries.ts'
import { sixDigits } from './six-digits.ts'
import { channel } from './user.ts'

const twoFactor = z.object({
  enabled: z.boolean({ error: sayMissingOrInvalid }),
  via: optional(z.enum(channel.options, { error: say('invalid') })),
})

/** POST /users/step-up: what its code is good for. */
export const stepUpBody = z.object({
  action: z.enum(['TWO_FACTOR', 'CONTACT', 'FACTORS', 'CANCEL', 'FEE', 'UNFREEZE'], {
    error: sayMissingOrInvalid,
  }),
})
export type StepUpAction = z.infer<typeof stepUpBody>['action']

/** Fields of what a session alone may not do: the password, and the code of `POST /users/step-up`. */
export const stepUpFields = {
  password: optional(anyPassword),
  code: optional(sixDigits),
  /** A passkey's, in place of the code. */
  assertion: optional(webauthnJson),
}
export type StepUpGiven = {
  password?: string | undefined
  code?: string | undefined
  assertion?: z.infer<typeof webauthnJson> | undefined
}

/**
 * PUT /users: what is given is changed; blank leaves it as it is. While two-factor is on, switching it
 * off and changing its channel or the phone need password and code (`TWO_FACTOR`).
 */
export const userEdit = z.object({
  firstName: optional(nameOfThree),
  lastName: optional(nameOfThree),
  phone: optionalPhone,
  preferences: optional(z.object({ twoFactorAuthentication: optional(twoFactor) })),
  ...stepUpFields,
})
export type UserEdit = z.infer<typeof userEdit>

/** The web form of two-factor; as the server, it wants a phone for text messages. */
export const twoFactorForm = z
  .object({ enabled: z.boolean(), via: channel, phone: optionalPhone })
  .check(
    z.refine((form) => !form.enabled || form.via !== 'SMS' || form.phone !== '', {
      path: ['phone'],
      error: say('required'),
    }),
  )

const contactChannel = z.enum(channel.options, { error: sayMissingOrInvalid })

/** POST /users/contact-code: to the present e-mail or phone, or to a new one. */
export const contactCodeBody = z.pipe(
  z.object({ channel: contactChannel, value: optional(plainText(200)), ...stepUpFields }).check(
    z.refine(({ channel: via, value }) => via !== 'EMAIL' || isEmail(value), {
      path: ['value'],
      error: say('invalid'),
    }),
    z.refine(({ channel: via, value }) => via !== 'SMS' || isPhone(value), {
      path: ['value'],
      error: say('phone'),
    }),
  ),
  z.transform(({ value, ...body }) => ({
    ...body,
    value: body.channel === 'SMS' && value !== undefined ? compactPhone(value) : value,
  })),
)
export type ContactCodeBody = z.infer<typeof contactCodeBody>

const isEmail = (value: string | undefined) =>
  value === undefined || requiredEmail.safeParse(value).success
const isPhone = (value: string | undefined) =>
  value === undefined || optionalPhone.safeParse(value).success

/** The masked contact to which the code went. */
export const contactCodeSent = z.object({ sentTo: z.string() })

/** POST /users/contact: the code that came there. */
export const contactBody = z.object({ channel: contactChannel, code: sixDigits })
export type ContactBody = z.infer<typeof contactBody>

const newPasswordTwice = {
  path: ['confirmPassword'],
  error: say('passwordsDiffer'),
}

/** PATCH /users/password. */
export const passwordChange = z
  .object({
    password: anyPassword,
    newPassword,
    confirmPassword: optional(z.string({ error: say('invalid') })),
  })
  .check(
    z.refine(
      ({ newPassword, confirmPassword }) =>
        confirmPassword === undefined || confirmPassword === newPassword,
      newPasswordTwice,
    ),
  )
export type PasswordChange = z.infer<typeof passwordChange>

/** The web form: typed twice. */
export const passwordForm = z
  .object({ password: anyPassword, newPassword, confirmPassword: z.string() })
  .check(z.refine((form) => form.newPassword === form.confirmPassword, newPasswordTwice))

/** POST /users/reset-password, and its form. */
export const resetRequest = z.object({ email: requiredEmail })

/** PATCH /users/reset-password?code=. */
export const resetQuery = z.object({ code: preprocess(absent, requiredText()) })
export const resetBody = z.object({ newPassword })

/** The web form: typed twice. */
export const resetForm = z
  .object({ newPassword, confirmPassword: z.string() })
  .check(z.refine((form) => form.newPassword === form.confirmPassword, newPasswordTwice))
