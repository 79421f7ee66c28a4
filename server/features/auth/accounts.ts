import type { Session as SessionAnswer, SignInBody, SignUpBody } from '#contract/auth.ts'
import { record } from '#server/platform/audit.ts'
import { type Db, violatedConstraint } from '#server/platform/database.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Device, startSession } from './sessions.ts'
import { userColumns, userOf } from './user.ts'

type Accounts = Pick<Parts, 'db' | 'passwords' | 'clock'>

/** A company, its first administrator and a session, or nothing. */
export async function signUp(
  { db, passwords, clock }: Accounts,
  body: SignUpBody,
  device: Device,
): Promise<SessionAnswer> {
  const passwordHash = await passwords.hash(body.password)
  try {
    return await db.transaction().execute(async (trx) => {
      const { id: companyId } = await trx
        .insertInto('companies')
        .values({ name: body.companyName, sector: body.companySector })
        .returning('id')
        .executeTakeFirstOrThrow()
      const user = await trx
        .insertInto('users')
        .values({
          company_id: companyId,
          first_name: body.firstName,
          last_name: body.lastName,
          email: body.email,
          password_hash: passwordHash,
        })
        .returning(userColumns)
        .executeTakeFirstOrThrow()
      const owner = { companyId, userId: user.id }
      const token = await startSession(trx, owner, device, clock.now())
      const act = { action: 'auth.signedUp', subject: body.email, ip: device.ip } as const
      await record(trx, { ...owner, ...act })
      return { token, user: userOf(user) }
    })
  } catch (cause) {
    if (violatedConstraint(cause) === 'users_email_key') throw new Refusal('EMAIL_TAKEN', { cause })
    throw cause
  }
}

/** E-mails are compared without regard to case. */
function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'company_id', 'password_hash'])
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .executeTakeFirst()
}

/** A session, or the same refusal at the same cost for a wrong password and an unknown e-mail. */
export async function signIn(
  { db, passwords, clock }: Accounts,
  { email, password }: SignInBody,
  device: Device,
): Promise<SessionAnswer> {
  const user = await findUser(db, email)
  const matches = await passwords.matches(password, user?.password_hash ?? null)
  const act = { subject: user?.email ?? '', ip: device.ip }
  if (user && !matches) {
    const nobody = { companyId: user.company_id, userId: null }
    await record(db, { ...nobody, ...act, action: 'auth.signInFailed' })
  }
  if (!user || !matches) throw new Refusal('WRONG_CREDENTIALS')
  const owner = { companyId: user.company_id, userId: user.id }
  const token = await db.transaction().execute(async (trx) => {
    await record(trx, { ...owner, ...act, action: 'auth.signedIn' })
    return startSession(trx, owner, device, clock.now())
  })
  return { token, user: userOf(user) }
}
