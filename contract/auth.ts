import { z } from 'zod/mini'
import { factorKinds } from '#domain/roles.ts'
import {
  absentIfBlank,
  anyPassword,
  optional,
  preprocess,
  requiredEmail,
  requiredText,
  say,
  signInCode,
  webauthnJson,
} from './fields.ts'
import { instant } from './http.ts'
import { user } from './user.ts'

/** GET /auth/sign-up: whether anybody may sign up without an invitation. */
export const signUpState = z.object({ open: z.boolean() })

/** POST /auth/sign-in. */
export const signInBody = z.object({ email: requiredEmail, password: anyPassword })
export type SignInBody = z.infer<typeof signInBody>

export const session = z.object({ token: z.string(), user })
export type Session = z.infer<typeof session>

const factorKind = z.enum(factorKinds)

/**
 * The way a code went: `sentTo` is masked (`j•••@acme.sv`, `+503••••1234`), null where nothing is
 * sent (`TOTP`, `PASSKEY`). `options` are there where the assertion of a passkey does in place of
 * the code; `via` is `PASSKEY` where nothing else does.
 */
export const codeSent = z.object({
  via: factorKind,
  sentTo: z.nullable(z.string()),
  options: z.optional(webauthnJson),
})
export type CodeSent = z.infer<typeof codeSent>

/** POST /auth/sign-in with two-factor on: the code is still to come. */
export const mfaStarted = z.extend(codeSent, {
  mfaToken: z.string(),
  /** The person's factors besides the password, the strongest first; a recovery code does always. */
  factors: z.array(factorKind),
})
export type MfaStarted = z.infer<typeof mfaStarted>

export const signInAnswer = z.union([session, mfaStarted])
export type SignInAnswer = z.infer<typeof signInAnswer>

const challenge = z.object({ email: requiredEmail, mfaToken: requiredText() })

/** POST /auth/sign-in/mfa: six digits, a recovery code, or the assertion of a passkey. */
export const mfaBody = z
  .extend(challenge, { code: optional(signInCode), assertion: optional(webauthnJson) })
  .check(
    z.refine(({ code, assertion }) => code !== undefined || assertion !== undefined, {
      path: ['code'],
      error: say('required'),
    }),
  )
export type MfaBody = z.infer<typeof mfaBody>

/**
 * POST /auth/sign-in/mfa/resend: a new code, or another of the person's factors. Absent is the strongest
 * code. `PASSKEY` gives new `options`.
 */
export const mfaResendBody = z.extend(challenge, {
  via: optional(z.enum(factorKinds, { error: say('invalid') })),
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
