import { dayMs } from '#domain/durations.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

type Owner = { companyId: string; userId: string }

const failuresCountMs = dayMs

/** Notes a wrong password or code of a sign-in. */
export async function noteFailure(db: Db, owner: Owner, now: Date): Promise<void> {
  await db
    .insertInto('failed_sign_ins')
    .values({ user_id: owner.userId, company_id: owner.companyId, last_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_at: now }))
    .execute()
}

/**
 * Notes the network of a sign-in. True where the network is new to the user and not the first of
 * all, and a sign-in failed in the last 24 hours.
 */
export async function isNewAfterFailures(
  trx: Trx,
  { companyId, userId }: Owner,
  network: string,
  now: Date,
): Promise<boolean> {
  const known = await trx
    .selectFrom('known_networks')
    .select('network')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .insertInto('known_networks')
    .values({ user_id: userId, company_id: companyId, network, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network']).doUpdateSet({ last_at: now }),
    )
    .execute()
  if (known.length === 0 || known.some((one) => one.network === network)) return false
  const failed = await trx
    .selectFrom('failed_sign_ins')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('last_at', '>', new Date(now.getTime() - failuresCountMs))
    .executeTakeFirst()
  return failed !== undefined
}
