import type { SandboxMessage, SandboxState } from '#contract/sandbox.ts'
import { usdNumber } from '#domain/money.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openTexts } from '#server/platform/security/message-seal.ts'
import type { Chain } from '#server/ports.ts'
import type { Deps } from '#server/startup/deps.ts'

export async function isAutoMining(db: Db): Promise<boolean> {
  const { on } = await db
    .selectFrom('sandbox_settings')
    .select('auto_mining as on')
    .executeTakeFirstOrThrow()
  return on
}

export async function setAutoMining(db: Db, on: boolean): Promise<void> {
  await db.updateTable('sandbox_settings').set({ auto_mining: on }).execute()
}

export async function readState(db: Db, chain: Chain): Promise<SandboxState> {
  const [{ height }, mempool, price, autoMining] = await Promise.all([
    chain.info(),
    chain.mempoolTxids(),
    readCurrentPrice(db),
    isAutoMining(db),
  ])
  return {
    height,
    mempool: mempool.length,
    price: price ? usdNumber(price.usdCentsPerBtc) : null,
    autoMining,
  }
}

/** Most messages that a page shows at once. */
const messagesAtMost = 500

/** The app's messages to an address or number, newest first; e-mail addresses in any case. */
export async function readSentMessages(
  { db, macKey }: Pick<Deps, 'db' | 'macKey'>,
  to: string | undefined,
): Promise<SandboxMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('sealed', 'is not', null)
    .$if(to !== undefined, (query) =>
      query.where(({ fn }) => fn<string>('lower', ['recipient']), '=', (to ?? '').toLowerCase()),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(messagesAtMost)
    .execute()
  return rows.map((row) => {
    const { subject, text } = openTexts(macKey, row, row.sealed ?? Buffer.alloc(0))
    const createdAt = row.created_at.toISOString()
    return { to: row.recipient, via: row.via, subject, text, createdAt }
  })
}
