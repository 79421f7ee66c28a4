import { z } from 'zod'
import { companySectors } from './company.ts'
import { anyPassword, newPassword, requiredEmail, requiredText, say } from './fields.ts'
import { user } from './users.ts'

/** POST /auth/sign-up. */
export const signUpBody = z.object({
  firstName: requiredText(200, 'requiredName'),
  lastName: requiredText(200, 'requiredName'),
  email: requiredEmail,
  password: newPassword,
  companyName: requiredText(),
  companySector: z.preprocess(
    (value) => value ?? '',
    z
      .string({ error: say('invalid') })
      .min(1, say('required'))
      .refine((value) => value === '' || companySectors.includes(value), say('unknownSector')),
  ),
})
export type SignUpBody = z.infer<typeof signUpBody>

/** The web form's first step: the same rules, and the password typed twice. */
export const signUpFirstStep = signUpBody
  .pick({ firstName: true, lastName: true, email: true, password: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: say('passwordsDiffer'),
  })

export const signUpSecondStep = signUpBody.pick({ companyName: true, companySector: true })

/** POST /auth/sign-in. */
export const signInBody = z.object({ email: requiredEmail, password: anyPassword })
export type SignInBody = z.infer<typeof signInBody>

export const session = z.object({ token: z.string(), user })
export type Session = z.infer<typeof session>

/** GET /auth/refresh-token. */
export const refreshedToken = z.object({ token: z.string() })
