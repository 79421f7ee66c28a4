import { randomUUID } from 'node:crypto'
import { session } from '#contract/auth.ts'
import { teamInvitation } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { insertUser } from '#server/authorization/account-rows.ts'
import type { CallOptions, Method, TestApp } from './app.ts'
import { messagesTo, testMacKey } from './codes.ts'
import { expectAccepted, type TestCompany } from './factories.ts'

/**
 * Somebody else in the company, signed in, as if an invitation had been accepted. `roleSince` is long
 * ago where it is not told: the approval counts.
 */
export async function aMember(
  t: Pick<TestApp, 'db' | 'call'>,
  { companyId, user, form }: TestCompany,
  role: Role,
  roleSince = new Date(0),
) {
  const email = `${role.toLowerCase()}-${randomUUID()}@izalco.sv`
  const id = await t.db.transaction().execute(async (trx) => {
    const { password_hash } = await trx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user._id)
      .executeTakeFirstOrThrow()
    const made = await insertUser(trx, testMacKey, {
      company_id: companyId,
      first_name: 'Julián',
      last_name: 'Henríquez',
      email,
      email_verified_at: new Date(),
      password_hash,
      role,
      role_since: roleSince,
    })
    return made.id
  })
  const body = { email, password: form.password }
  const signedIn = expectAccepted(session, await t.call('POST', '/auth/sign-in', { body }))
  const { token } = signedIn
  const call = (method: Method, path: string, sent?: unknown, options: CallOptions = {}) =>
    t.call(method, path, { token, body: sent, ...options })
  return { t, id, token, user: signedIn.user, form: { ...form, email }, companyId, call }
}

type Inviting = Pick<TestCompany, 'call'>

/** Invites somebody; answers the invitation. */
export const inviteMember = async (ours: Inviting, email: string, role: Role = 'PAYROLL') =>
  expectAccepted(
    teamInvitation,
    await ours.call('POST', '/companies/invitations', { email, role }),
    201,
  )

/** The token of the link that was mailed last to somebody. */
export async function invitationToken({ db }: Pick<TestApp, 'db'>, email: string): Promise<string> {
  const texts = (await messagesTo(db, email)).map(({ text }) => text)
  const links = texts.flatMap((text) => [...text.matchAll(/\/invitacion#t=([\w-]{43})/g)])
  return links.at(-1)?.[1] ?? ''
}

export const aNewMember = (changes: object = {}) => ({
  firstName: 'Julián',
  lastName: 'Henríquez',
  password: 'Lempa#2026',
  ...changes,
})

/** Accepts the invitation of a link. */
export const acceptBy = (t: Pick<TestApp, 'call'>, token: string, changes: object = {}) =>
  t.call('POST', `/invitations/${token}`, { body: aNewMember(changes) })
