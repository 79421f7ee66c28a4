import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HDKey } from '@scure/bip32'
import { hash160 } from '@scure/btc-signer/utils.js'
import { sql } from 'kysely'
import { addressOfScript, type Network } from '#domain/address.ts'
import { derivePublicKeys, parseExtendedKey } from '#domain/extended-key.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The branches of a BIP 84 account: 0 receives, 1 takes change. */
export const receiveBranch = 0
export const changeBranch = 1

export type DerivedAddress = { branch: number; index: number; address: string; script: Buffer }

/** Each account key is parsed once a process: parsing an xpub costs a curve check. */
const parsedAccounts = new Map<string, HDKey>()

async function accountKey(db: Db): Promise<HDKey> {
  const { xpub } = await db.selectFrom('wallet_account').select('xpub').executeTakeFirstOrThrow()
  let key = parsedAccounts.get(xpub)
  if (!key) {
    key = parseExtendedKey(xpub)
    parsedAccounts.set(xpub, key)
  }
  return key
}

function derive(
  account: HDKey,
  branch: number,
  indexes: readonly number[],
  network: Network,
): DerivedAddress[] {
  const publicKeys = derivePublicKeys(account.deriveChild(branch), indexes)
  return indexes.map((index, n) => {
    // BIP 141 by hand, because `p2wpkh` checks once more that the derived key is on the curve.
    const script = Buffer.concat([Buffer.from([0, 20]), hash160(publicKeys[n] as Uint8Array)])
    const address = addressOfScript(script, network)
    if (!address) throw new Error(`The account gives no address at ${branch}/${index}`)
    return { branch, index, address, script }
  })
}

/**
 * Derived addresses are kept, since the follower asks for the next ones again and again, and every
 * list of payrolls for theirs. So many take about 10 MB; beyond them the oldest is derived again.
 */
const keptAtMost = 20_000
const derived = new WeakMap<HDKey, Map<string, DerivedAddress>>()

function keep(known: Map<string, DerivedAddress>, name: string, one: DerivedAddress): void {
  const [oldest] = known.size < keptAtMost ? [] : known.keys()
  if (oldest !== undefined) known.delete(oldest)
  known.set(name, one)
}

/** Ten milliseconds of work. */
const derivedAtOnce = 32

/** The addresses of a branch at these indexes. */
export async function deriveAddressesAt(
  db: Db,
  branch: number,
  indexes: readonly number[],
  network: Network,
): Promise<DerivedAddress[]> {
  if (indexes.length === 0) return []
  const account = await accountKey(db)
  const known = derived.get(account) ?? new Map<string, DerivedAddress>()
  derived.set(account, known)
  const nameOf = (index: number) => `${branch}/${index}/${network}`
  const found = new Map<number, DerivedAddress>()
  for (const index of indexes) {
    const one = known.get(nameOf(index))
    if (one) found.set(index, one)
  }
  const missing = indexes.filter((index) => !found.has(index))
  for (let from = 0; from < missing.length; from += derivedAtOnce) {
    // The first block needs hundreds: let other work run.
    if (from > 0) await nextTurn()
    for (const one of derive(account, branch, missing.slice(from, from + derivedAtOnce), network)) {
      found.set(one.index, one)
      keep(known, nameOf(one.index), one)
    }
  }
  return indexes.map((index) => found.get(index) as DerivedAddress)
}

/** Derives `count` addresses of a branch from the index `first` on. */
export const addressesFrom = (
  db: Db,
  branch: number,
  first: number,
  count: number,
  network: Network,
) =>
  deriveAddressesAt(
    db,
    branch,
    Array.from({ length: count }, (_, n) => first + n),
    network,
  )

/** Derives all addresses of a branch from the first up to `last`. */
export const addressesUpTo = (db: Db, branch: number, last: number, network: Network) =>
  addressesFrom(db, branch, 0, last + 1, network)

const sequenceOf = (branch: number) => (branch === receiveBranch ? 'receive_index' : 'change_index')

/** Reads the last index handed out on each branch, -1 before the first, and the account key. */
export async function readLastIndexes(db: Db) {
  const lastOf = (branch: number) => sql`(
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END
    FROM ${sql.id(sequenceOf(branch))})::integer`
  const { rows } = await sql<{ xpub: string; receive: number; change: number }>`
    SELECT xpub, ${lastOf(receiveBranch)} AS receive, ${lastOf(changeBranch)} AS change
    FROM wallet_account`.execute(db)
  const [last] = rows
  if (!last) throw new Error('the signer has not published the account yet')
  return { xpub: last.xpub, [receiveBranch]: last.receive, [changeBranch]: last.change }
}

/** Skips all addresses of `branch` up to `index`: they are never handed out as new ones. */
export async function moveIndexBeyond(db: Db, branch: number, index: number): Promise<void> {
  const sequence = sql.id(sequenceOf(branch))
  await sql`SELECT setval(${sequenceOf(branch)}::regclass, ${index})
    FROM ${sequence} WHERE last_value < ${index}
      OR (last_value = ${index} AND NOT is_called)`.execute(db)
}

async function nextAddress(db: Db, branch: number, network: Network): Promise<DerivedAddress> {
  const { index } = await db
    .selectNoFrom(({ fn, val }) => fn<bigint>('nextval', [val(sequenceOf(branch))]).as('index'))
    .executeTakeFirstOrThrow()
  const [derived] = await deriveAddressesAt(db, branch, [Number(index)], network)
  if (!derived) throw new Error('no address was derived')
  return derived
}

/**
 * Takes the next receive address. It is watched from `watchAddress` on, and shown only afterwards.
 */
export const newReceiveAddress = (db: Db, network: Network): Promise<DerivedAddress> =>
  nextAddress(db, receiveBranch, network)

export type AddressOwner = { companyId: string; payrollId: string }

const addressRow = (owner: AddressOwner, derived: DerivedAddress) => ({
  script_pubkey: derived.script,
  company_id: owner.companyId,
  payroll_id: owner.payrollId,
  branch: derived.branch,
  index: derived.index,
})

/** Watches an address: from the commit on the follower finds outputs to its script. */
export async function watchAddress(
  db: Db,
  owner: AddressOwner,
  derived: DerivedAddress,
): Promise<void> {
  await db.insertInto('addresses').values(addressRow(owner, derived)).execute()
  await db
    .insertInto('payroll_balances')
    .values({ payroll_id: owner.payrollId, company_id: owner.companyId })
    .onConflict((conflict) => conflict.column('payroll_id').doNothing())
    .execute()
}

/**
 * Watches an address that the chain has shown. A plan may be about to give it to another payroll.
 */
export async function watchShownAddress(
  db: Db,
  owner: AddressOwner,
  derived: DerivedAddress,
): Promise<void> {
  const row = addressRow(owner, derived)
  await db
    .insertInto('addresses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a script belongs to any payroll of the installation: an output to one pays no person. */
export async function isWalletScript(db: Db, script: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .select('payroll_id')
    .where('script_pubkey', '=', script)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a fresh change address of a payroll, watched from the commit on. */
export async function newChangeAddress(
  db: Db,
  owner: AddressOwner,
  network: Network,
): Promise<DerivedAddress> {
  const derived = await nextAddress(db, changeBranch, network)
  await watchAddress(db, owner, derived)
  return derived
}
