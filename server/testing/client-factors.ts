import { Secret, TOTP } from 'otpauth'
import { type Client, newestCode } from './client.ts'
import type { SoftwareKey } from './software-authenticator.ts'

type Json = Record<string, unknown>
type Options = { options: Json }

const users = '/api/v1/users'

/** The code of an app; `steps` of 30 seconds from now, since each is good once. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

const askKey = async (client: Client) =>
  (await client.call<Options>('POST', `${users}/step-up`, { action: 'FACTORS' })).options

/** A key, an app and ten recovery codes for who has none of them. */
export async function addFactors(
  client: Client,
  { email, password, key }: { email: string; password: string; key: SoftwareKey },
) {
  await client.call('POST', `${users}/step-up`, { action: 'FACTORS' })
  const code = await newestCode(client, email)
  const path = `${users}/passkeys`
  const { options } = await client.call<Options>('POST', `${path}/options`, { password, code })
  await client.call('POST', path, { name: 'MacBook', response: key.register(options) })

  const present = async () => ({ password, assertion: key.assert(await askKey(client)) })
  const app = () =>
    present().then((given) => client.call<{ secret: string }>('POST', `${users}/totp`, given))
  const { secret } = await app()
  await client.call('POST', `${users}/totp/confirm`, { code: appCode(secret) })
  const { codes } = await client.call<{ codes: string[] }>(
    'POST',
    `${users}/recovery-codes`,
    await present(),
  )
  /** An app that is not confirmed yet, and a question that is not answered. */
  const pending = async () => ({ secret: (await app()).secret, options: await askKey(client) })
  return { secret, codes, pending }
}
