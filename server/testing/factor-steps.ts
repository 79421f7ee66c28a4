import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { codeSent, mfaStarted } from '#contract/auth.ts'
import {
  type PresentFactor,
  passkeyAnswer,
  recoveryCodes,
  totpStarted,
  webauthnOptions,
} from '#contract/factors.ts'
import type { StepUpAction } from '#contract/users.ts'
import { expectAccepted, type TestCompany } from './factories.ts'
import type { SoftwareKey } from './software-authenticator.ts'
import { stepUp } from './step-up.ts'

/** The code that an app with this secret shows at a time. */
export const codeOfApp = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** Adds a passkey as its owner does, with password and code; answers its id. */
export async function enrolPasskey(
  ours: TestCompany,
  key: SoftwareKey,
  given?: PresentFactor,
  name = 'MacBook',
): Promise<string> {
  const present = given ?? (await stepUp(ours, 'FACTORS'))
  const path = '/users/passkeys'
  const { options } = expectAccepted(
    webauthnOptions,
    await ours.call('POST', `${path}/options`, present),
  )
  const body = { name, response: key.register(options) }
  return expectAccepted(passkeyAnswer, await ours.call('POST', path, body)).passkey._id
}

/** Adds an app and confirms it; answers its secret. The step of `now` is used by it. */
export async function addApp(
  ours: TestCompany,
  now: () => Date,
  given?: PresentFactor,
): Promise<string> {
  const present = given ?? (await stepUp(ours, 'FACTORS'))
  const { secret } = expectAccepted(totpStarted, await ours.call('POST', '/users/totp', present))
  const body = { code: codeOfApp(secret, now()) }
  expect((await ours.call('POST', '/users/totp/confirm', body)).body).toMatchObject({ data: null })
  return secret
}

/** Ten recovery codes, as they are shown. */
export async function createRecoveryCodes(
  ours: TestCompany,
  given?: PresentFactor,
): Promise<string[]> {
  const present = given ?? (await stepUp(ours, 'FACTORS'))
  const answer = await ours.call('POST', '/users/recovery-codes', present)
  return expectAccepted(recoveryCodes, answer).codes
}

/** Password and assertion for what a session alone may not do. */
export async function stepUpByKey(
  ours: TestCompany,
  key: SoftwareKey,
  action: StepUpAction = 'FACTORS',
): Promise<PresentFactor> {
  const { options = {} } = expectAccepted(
    codeSent,
    await ours.call('POST', '/users/step-up', { action }),
  )
  return { password: ours.form.password, assertion: key.assert(options) }
}

/** The first half of a sign-in. */
export async function beginSignIn(ours: TestCompany) {
  const { email, password } = ours.form
  return expectAccepted(
    mfaStarted,
    await ours.t.call('POST', '/auth/sign-in', { body: { email, password } }),
  )
}

/** The second half, by `code` or `assertion`. */
export const finishSignIn = (
  ours: TestCompany,
  mfaToken: string,
  given: { code?: string; assertion?: object },
) =>
  ours.t.call('POST', '/auth/sign-in/mfa', {
    body: { email: ours.form.email, mfaToken, ...given },
  })
