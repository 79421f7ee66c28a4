import type { Db } from '#server/platform/db/database.ts'
import { type Listener, notify } from '#server/platform/db/notify.ts'
import { readCurrentPrice } from './store.ts'

/** The longest wait for the worker. */
const patienceMs = 2_000
const lookMs = 250

/**
 * Fixes the price of play money until another is set. Only the worker writes prices and stores this
 * one with fresh times from then on. Returns once it did, or after 2 s without a worker.
 */
export async function fixPrice(
  { db, listener }: { db: Db; listener: Listener },
  usdCentsPerBtc: bigint,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('sandbox_settings')
      .set({ fixed_usd_cents_per_btc: usdCentsPerBtc })
      .execute()
    await notify(trx, 'prices', 'asked')
  })
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const stored = listener.next('prices', lookMs, undefined, 'stored')
    const price = await readCurrentPrice(db)
    if (price?.usdCentsPerBtc === usdCentsPerBtc) return
    await stored
  }
}
