import { z } from 'zod/mini'
import {
  absentIfBlank,
  anyPassword,
  newPassword,
  optional,
  preprocess,
  requiredEmail,
  requiredText,
  say,
  sixDigits,
} from './fields.ts'
import { instant } from './http.ts'
import { companySectors } from './sectors.ts'
import { channel, user } from './users.ts'

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
})
export type SignUpBody = z.infer<typeof signUpBody>

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

/** POST /auth/sign-in. */
export const signInBody = z.object({ email: requiredEmail, password: anyPassword })
export type SignInBody = z.infer<typeof signInBody>

export const session = z.object({ token: z.string(), user })
export type Session = z.infer<typeof session>

/** Where a code went: the address is masked (`j•••@acme.sv`, `+503••••1234`). */
export const codeSent = z.object({ via: channel, sentTo: z.string() })
export type CodeSent = z.infer<typeof codeSent>

/** POST /auth/sign-in with two-factor on: the code is still to come. */
export const mfaStarted = z.extend(codeSent, { mfaToken: z.string() })
export type MfaStarted = z.infer<typeof mfaStarted>

/** The answer of sign-in. */
export const signInAnswer = z.union([session, mfaStarted])
export type SignInAnswer = z.infer<typeof signInAnswer>

const challenge = z.object({ email: requiredEmail, mfaToken: requiredText() })

/** POST /auth/sign-in/mfa. */
export const mfaBody = z.extend(challenge, { code: sixDigits })
export type MfaBody = z.infer<typeof mfaBody>

/** POST /auth/sign-in/mfa/resend. `via` only among the user's own factors; absent is the user's channel. */
export const mfaResendBody = z.extend(challenge, {
  via: optional(channel),
})
export type MfaResendBody = z.infer<typeof mfaResendBody>

/** GET /auth/sessions: where the user is signed in, the last active first. */
export const sessionList = z.object({
  sessions: z.array(
    z.object({
      _id: z.string(),
      createdAt: instant,
      lastActiveAt: instant,
      ip: z.string(),
      /** The browser's User-Agent. */
      agent: z.string(),
      current: z.boolean(),
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>

/** DELETE /auth/sessions/{id}: another session than the present one ends by the password. */
export const endSessionBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ password: optional(anyPassword) }),
)

/** GET /auth/refresh-token. */
export const refreshedToken = z.object({ token: z.string() })
