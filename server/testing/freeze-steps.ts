import { freezeState } from '#contract/freezes.ts'
import { newFreezeLinks } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TestApp } from './app.ts'
import { testMacKey } from './codes.ts'
import { expectAccepted } from './factories.ts'

const config = { publicUrl: 'http://127.0.0.1:3000' }

/** The token of a link of the company's first user, as a mail would have it. */
export async function freezeToken(db: Db, companyId: string, now = new Date()): Promise<string> {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const owner = { companyId, userId, onRemoval: false }
  const [url = ''] = await db
    .transaction()
    .execute((trx) => newFreezeLinks(trx, { macKey: testMacKey, config }, [owner], now))
  return new URL(url).hash.slice('#t='.length)
}

/** Freezes a company as somebody does who got a mail. */
export async function freezeByMail(t: Pick<TestApp, 'db' | 'call'>, companyId: string) {
  const token = await freezeToken(t.db, companyId)
  return expectAccepted(freezeState, await t.call('POST', `/freezes/${token}`))
}
