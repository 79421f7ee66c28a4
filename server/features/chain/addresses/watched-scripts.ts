import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { HashFilter } from '../apply/hash-filter.ts'
import { isP2wpkhScript, type ScriptMatcher } from '../apply/owned.ts'
import { changeBranch, deriveAddressesAt, readLastIndexes, receiveBranch } from './account.ts'

/**
 * How far beyond the last handed-out address the chain is searched, in case the records are behind.
 */
export const gapLimit = { [receiveBranch]: 100, [changeBranch]: 500 } as const

const branches = [receiveBranch, changeBranch] as const
const scriptLength = 22
/** The key's hash starts after OP_0 and the push of 20. */
const hashAt = 2
const noScript = Buffer.alloc(scriptLength)
/** One query reads a fifth of a megabyte, which takes a few milliseconds. */
const addressesAtOnce = 10_000

type Known = {
  /** The account key. An unused installation can still be given another seed. */
  xpub: string
  filter: HashFilter
  /** The highest index of each branch that is in the filter. */
  upTo: { [receiveBranch]: number; [changeBranch]: number }
}

/**
 * The scripts of all our addresses, in memory: it picks the few outputs of a block for which the
 * database is asked. Most outputs are foreign. Every script comes from the account key and an
 * index, and a sequence gives out the index before anybody sees the address. All indexes up to the
 * sequence's last value therefore cover every process and uncommitted rows. Scripts without a row
 * are derived.
 */
export class WatchedScripts {
  readonly #network: Network
  #known: Known | null = null

  constructor(network: Network) {
    this.#network = network
  }

  /**
   * Returns a check whether a script may be ours. It covers every address that anybody could have
   * learnt by now, so it has to be called after the transactions to check are known.
   */
  async current(db: Db): Promise<ScriptMatcher> {
    const last = await readLastIndexes(db)
    const wanted = branches.map((branch) => ({ branch, to: last[branch] + gapLimit[branch] }))
    if (this.#known?.xpub !== last.xpub) {
      const filter = new HashFilter(wanted.reduce((sum, { to }) => sum + to, 0))
      const upTo = { [receiveBranch]: -1, [changeBranch]: -1 }
      this.#known = { xpub: last.xpub, filter, upTo }
    }
    const { filter, upTo } = this.#known
    for (const { branch, to } of wanted) {
      for (let from = upTo[branch] + 1; from <= to; from += addressesAtOnce) {
        await this.#take(db, filter, branch, from, Math.min(to, from + addressesAtOnce - 1))
      }
      upTo[branch] = Math.max(upTo[branch], to)
    }
    return (bytes, at, length) =>
      isP2wpkhScript(bytes, at, length) && filter.mayHave(bytes, at + hashAt)
  }

  async #take(db: Db, filter: HashFilter, branch: number, from: number, to: number) {
    const { rows } = await sql<{ scripts: Buffer }>`
      SELECT string_agg(coalesce(a.script_pubkey, ${noScript}), '' ORDER BY n) AS scripts
      FROM generate_series(${from}::integer, ${to}::integer) AS n
      LEFT JOIN addresses a ON a.branch = ${branch} AND a.index = n`.execute(db)
    const scripts = rows[0]?.scripts
    const count = to - from + 1
    if (scripts?.length !== count * scriptLength) throw new Error('a watched script is not P2WPKH')
    const missing: number[] = []
    for (let n = 0; n < count; n++) {
      const at = n * scriptLength
      if (isP2wpkhScript(scripts, at, scriptLength)) filter.add(scripts, at + hashAt)
      else missing.push(from + n)
    }
    for (const { script } of await deriveAddressesAt(db, branch, missing, this.#network)) {
      filter.add(script, hashAt)
    }
  }
}

/** One instance for each database that this process follows the chain for. */
const known = new WeakMap<Db, WatchedScripts>()

export function findWatchedScripts(db: Db, network: Network): WatchedScripts {
  let watched = known.get(db)
  if (!watched) {
    watched = new WatchedScripts(network)
    known.set(db, watched)
  }
  return watched
}
