import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { coinType, type Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { open } from './seal-seed.ts'

/** The numbers that a restore needs besides the words. They are no secret. */
export type SeedNumbers = {
  /** BIP 84 account of all addresses. */
  path: string
  /** The highest index handed out on each branch: a wallet that restores must look at least so far. */
  highestIndex: { receive: number; change: number }
}

export type Backup = SeedNumbers & { words: string[] }

export async function seedNumbers(db: Db, network: Network): Promise<SeedNumbers> {
  const { rows } = await sql<{ receive: number; change: number }>`
    SELECT coalesce(max(index) FILTER (WHERE branch = 0), 0) AS receive,
      coalesce(max(index) FILTER (WHERE branch = 1), 0) AS change FROM addresses`.execute(db)
  return {
    path: `m/84'/${coinType(network)}'/0'`,
    highestIndex: rows[0] ?? { receive: 0, change: 0 },
  }
}

/** Three places among the words, from 0 and in order: the operator types these from the paper. */
export function placesToRepeat(words: number): number[] {
  const places = new Set<number>()
  while (places.size < 3) places.add(randomInt(words))
  return [...places].sort((a, b) => a - b)
}

/**
 * The mnemonic, shown to the operator once: null when it was shown before, with the time of that in
 * `shownAt`. Throws where `secret` does not open the seed.
 */
export async function revealSeed(
  db: Db,
  network: Network,
  secret: string,
): Promise<{ backup: Backup } | { shownAt: Date }> {
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom('signer.wallet_secret')
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (stored.shown_at) return { shownAt: stored.shown_at }
    const mnemonic = open(stored.sealed_mnemonic, secret, { network, walletId: stored.wallet_id })
    await trx.updateTable('signer.wallet_secret').set({ shown_at: new Date() }).execute()
    return { backup: { words: mnemonic.split(' '), ...(await seedNumbers(trx, network)) } }
  })
}
