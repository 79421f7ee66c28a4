import { z } from 'zod/mini'
import { optional, plainText, preprocess, requiredEmail, requiredText, say } from './fields.ts'
import { newPassword } from './new-password.ts'
import { companySectors } from './sectors.ts'

/** POST /auth/sign-up. */
export const signUpBody = z.object({
  firstName: requiredText(200),
  lastName: requiredText(200),
  email: requiredEmail,
  password: newPassword,
  companyName: requiredText(),
  companySector: preprocess(
    (value) => value ?? '',
    z.string({ error: say('invalid') }).check(
      z.trim(),
      z.minLength(1, say('required')),
      z.refine((value) => value === '' || companySectors.includes(value), say('unknownSector')),
    ),
  ),
  /** The token of the link that the operator hands out. */
  invitation: optional(plainText(200)),
})
export type SignUpBody = z.infer<typeof signUpBody>

/** POST /auth/sign-up/invitation: the token stands in no address, so that no log keeps it. */
export const invitationBody = z.object({ invitation: requiredText() })
/** The e-mail that an invitation is for. */
export const invitation = z.object({ email: z.string() })

/** The web form's first step: the same rules, and the password typed twice. */
export const signUpFirstStep = z
  .extend(z.pick(signUpBody, { firstName: true, lastName: true, email: true, password: true }), {
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: say('passwordsDiffer'),
    }),
  )

export const signUpSecondStep = z.pick(signUpBody, { companyName: true, companySector: true })
