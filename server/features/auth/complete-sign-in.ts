import type { Session } from '#contract/auth.ts'
import { userFactors } from '#server/features/factors/index.ts'
import { notifyAlarm, notifyUser } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { networkOf } from '#server/platform/http/rate-limits.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { rememberDevice } from './device-cookie.ts'
import { type Device, noteDevice } from './devices.ts'
import { isNewAfterFailures } from './networks.ts'
import { startSession } from './start-session.ts'
import { type UserRow, userOf } from './user.ts'

export type AuthDeps = Pick<
  Deps,
  'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log' | 'smsConfigured'
>

/** The answer to a user who may sign in, and the cookie that identifies the browser next time. */
export type SignInResult = { answer: Session; cookie: string }

/** Starts the session of a user who has passed every check. */
export async function completeSignIn(
  trx: Trx,
  parts: Pick<AuthDeps, 'clock' | 'config' | 'macKey' | 'log'>,
  user: UserRow & { company_id: string },
  device: Device,
): Promise<SignInResult> {
  const { clock, config, macKey } = parts
  const owner = { companyId: user.company_id, userId: user.id }
  const now = clock.now()
  const isNewDevice = await noteDevice(trx, macKey, owner, device, now)
  const where = { at: now, device: device.agent, ip: device.ip }
  if (await isNewAfterFailures(trx, owner, networkOf(device.ip), now)) {
    await notifyAlarm(trx, parts, owner, { kind: 'networkAfterFailures', ...where })
  } else if (isNewDevice) {
    const params = { ...where, url: `${config.publicUrl}/security` }
    await notifyUser(trx, parts, owner, { template: 'newDevice', params })
  }
  const token = await startSession(trx, macKey, owner, device, now)
  await record(trx, { ...owner, ip: device.ip, action: 'auth.signedIn', subject: user.email })
  const cookie = await rememberDevice(trx, macKey, owner, device.cookie, now)
  const factors = await userFactors(trx, macKey, user)
  return { answer: { token, user: userOf(user, factors) }, cookie }
}
