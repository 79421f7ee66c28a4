import { z } from 'zod/mini'
import {
  absentIfBlank,
  anyPassword,
  optional,
  preprocess,
  requiredEmail,
  requiredText,
  signInCode,
  webauthnJson,
} from './fields.ts'
import { instant } from './http.ts'
import { sixDigits } from './six-digits.ts'

/**
 * Fields of an act that asks for a present factor (`POST /users/step-up` with `FACTORS`): the
 * password, and a code or the assertion of a passkey. Without a second factor the code comes by
 * mail.
 */
const presentFactor = {
  password: optional(anyPassword),
  code: optional(sixDigits),
  assertion: optional(webauthnJson),
}

/** POST /users/passkeys/options, POST /users/totp and POST /users/recovery-codes: else 401 `CODE_REQUIRED`. */
export const presentFactorBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object(presentFactor),
)
export type PresentFactor = z.infer<typeof presentFactorBody>

/**
 * DELETE /users/passkeys/{id} and DELETE /users/totp: a recovery code does as well, where the phone or
 * key is lost. The code of the app takes the app away without the password.
 */
export const removeFactorBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ ...presentFactor, code: optional(signInCode) }),
)

/**
 * A passkey that does not approve yet where passkeys alone move money: its owner signs the list of keys
 * (SIGN), others have to approve it (ASKED), or have and its 24 hours pass (WAITS); it may be asked for
 * (ASK), or there is nobody else whose key could approve it (NOBODY). `changeId` is that of GET /approvals.
 */
export const passkeyApproval = z.object({
  code: z.enum(['SIGN', 'ASKED', 'WAITS', 'ASK', 'NOBODY']),
  changeId: z.nullable(z.string()),
  effectiveAt: z.nullable(instant),
})

/** A passkey of the caller. */
export const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  /** Synced to an account, or on one device alone: for its icon. */
  kind: z.enum(['SYNCED', 'DEVICE']),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  /**
   * The moment from which the key approves payments; null: this role does not approve, or this key
   * not yet.
   */
  approvesFrom: z.nullable(instant),
  approval: z.optional(passkeyApproval),
})
export type Passkey = z.infer<typeof passkey>

/** GET /users/factors: all that the section Seguridad shows of the caller. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** Since when the authenticator app is confirmed; null: there is none. */
  totp: z.nullable(z.object({ confirmedAt: instant })),
  /** null: none were ever made. */
  recoveryCodes: z.nullable(z.object({ left: z.int(), of: z.int(), createdAt: instant })),
  /** False where `PUBLIC_URL` has an IP address for its host. */
  passkeysPossible: z.boolean(),
  /** The address at which passkeys work. */
  publicUrl: z.string(),
})
export type Factors = z.infer<typeof factors>

/** POST /users/passkeys/options and POST /auth/passkey/options. */
export const webauthnOptions = z.object({ options: webauthnJson })

/** POST /users/passkeys. */
export const passkeyBody = z.object({ name: requiredText(60), response: webauthnJson })
export const passkeyAnswer = z.object({ passkey })
/** PATCH /users/passkeys/{id}; POST …/request-approval without a body. The answer is the passkey. */
export const passkeyName = z.object({ name: requiredText(60) })
/** POST /users/totp: a new secret, which counts once it is confirmed. */
export const totpStarted = z.object({ secret: z.string(), uri: z.string() })
/** POST /users/totp/confirm: from the app, within 10 minutes. */
export const totpCode = z.object({ code: sixDigits })

/** POST /users/recovery-codes: ten, shown this once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) })

/** POST /auth/passkey/options: the answer is the same with an e-mail, or it would tell who has a passkey. */
export const passkeySignInOptionsBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ email: optional(requiredEmail) }),
)
/** POST /auth/passkey: the answer is a session. */
export const passkeySignInBody = z.object({ response: webauthnJson })
