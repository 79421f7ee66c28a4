import { outpointText } from '#domain/coin-selection.ts'
import { centsAt } from '#domain/money.ts'
import { insertPayroll } from '#server/authorization/payroll-rows.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { saveRestored } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { AccountOutput, ScannedOutput } from '#server/ports.ts'
import { refreshBalances } from '../books/balances.ts'
import { lockTip, readTip } from '../follow/blocks.ts'
import { catchUp, type FollowerDeps } from '../follow/catch-up.ts'
import {
  type AddressOwner,
  addressesUpTo,
  changeBranch,
  type DerivedAddress,
  moveIndexBeyond,
  newReceiveAddress,
  readLastIndexes,
  receiveBranch,
  watchAddress,
} from './account.ts'

/** A refusal to restore, with a message for the operator. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

export type RestoreOptions = {
  /** The highest used index of each branch, as printed with the words. */
  highest: { receive: number; change: number }
  /** The least number of addresses beyond these that the search covers. */
  gap: number
  /** The company that gets the UTXOs on addresses that the tables do not know. */
  companyId: string | null
}

export type Restored = {
  /** UTXOs that the tables did not have. */
  taken: { utxos: number; sats: bigint }
  /** All UTXOs on our scripts at the node, the new ones included. */
  found: { utxos: number; sats: bigint }
  /** UTXOs that the tables call unspent and the node does not have. */
  gone: number
  /** The highest index of each branch that the search covered. */
  looked: { receive: number; change: number }
}

/** Large, because the numbers written down with the words may be from the first day. */
export const usualGap = 20_000
/** The search ends after this many addresses in a row without a UTXO. */
const emptyInARow = 5_000
/** How many addresses beyond the last used one are watched: deriving one takes two milliseconds. */
const watchedBeyond = 100
const branches = [receiveBranch, changeBranch] as const

const sum = (outputs: readonly { sats: bigint }[]) => ({
  utxos: outputs.length,
  sats: outputs.reduce((total, { sats }) => total + sats, 0n),
})
const hex = (script: Uint8Array) => Buffer.from(script).toString('hex')

/**
 * Rebuilds addresses and their UTXOs from the account key and the node's unspent outputs. Addresses
 * in the tables keep their payroll. All others go to one new payroll, because the chain does not
 * tell whose they were. A restore may be repeated, also while the program runs.
 */
export async function restoreUtxos(
  deps: FollowerDeps,
  { highest, gap, companyId }: RestoreOptions,
  signal: AbortSignal,
): Promise<Restored> {
  const { db, network } = deps
  const looked = await lookForUtxos(deps, highest, gap)
  const known = new Set((await knownScripts(db)).map(hex))
  const { utxos, sats } = sum(looked.outputs.filter(({ script }) => !known.has(hex(script))))
  const isEmpty = known.size === 0
  if (!companyId && (isEmpty || utxos > 0)) {
    throw new RestoreRefused(
      `On addresses of this seed that the database does not know stand ${utxos} UTXOs, ${sats} sat together. Name the account whose company gets these addresses: --owner e-mail.`,
    )
  }
  if (companyId && (isEmpty || utxos > 0)) {
    const derived = [
      ...(await addressesUpTo(db, receiveBranch, watchedTo(looked.used, receiveBranch), network)),
      ...(await addressesUpTo(db, changeBranch, watchedTo(looked.used, changeBranch), network)),
    ]
    const unknown = derived.filter(({ script }) => !known.has(hex(script)))
    await db.transaction().execute((trx) => adopt(trx, deps, companyId, unknown))
  } else {
    await moveIndexBeyond(db, receiveBranch, looked.used[receiveBranch])
    await moveIndexBeyond(db, changeBranch, looked.used[changeBranch])
  }
  const [receive, change] = [looked.to[receiveBranch], looked.to[changeBranch]]
  return { ...(await takeIn(deps, signal)), looked: { receive, change } }
}

type ByBranch = { [receiveBranch]: number; [changeBranch]: number }

/** Addresses beyond the last UTXO may have been handed out and be paid later. */
const watchedTo = (used: ByBranch, branch: keyof ByBranch) => used[branch] + watchedBeyond

/** Searches beyond the highest known indexes until enough addresses in a row hold nothing. */
async function lookForUtxos(
  { db, chain }: FollowerDeps,
  highest: RestoreOptions['highest'],
  gap: number,
): Promise<{ outputs: AccountOutput[]; used: ByBranch; to: ByBranch }> {
  const { xpub } = await readLastIndexes(db)
  const given = { [receiveBranch]: highest.receive, [changeBranch]: highest.change }
  let to: ByBranch = {
    [receiveBranch]: highest.receive + gap,
    [changeBranch]: highest.change + gap,
  }
  for (;;) {
    const ranges = branches.map((branch) => ({ branch, to: to[branch] }))
    const { outputs } = await chain.unspentOfAccount(xpub, ranges)
    const last = (of: number) =>
      outputs.reduce((most, { branch, index }) => (branch === of ? Math.max(most, index) : most), 0)
    const perBranch = (value: (branch: keyof ByBranch) => number): ByBranch => ({
      [receiveBranch]: value(receiveBranch),
      [changeBranch]: value(changeBranch),
    })
    const further = perBranch((branch) => Math.max(to[branch], last(branch) + emptyInARow))
    if (branches.every((branch) => further[branch] === to[branch])) {
      return { outputs, used: perBranch((branch) => Math.max(given[branch], last(branch))), to }
    }
    to = further
  }
}

const knownScripts = async (db: Db) =>
  (await db.selectFrom('addresses').select('script_pubkey').execute()).map(
    (row) => row.script_pubkey,
  )

/** Makes a payroll that owns these addresses and takes deposits at an unused one. */
async function adopt(
  trx: Trx,
  { network, macKey }: FollowerDeps,
  companyId: string,
  addresses: DerivedAddress[],
): Promise<void> {
  for (const branch of [receiveBranch, changeBranch]) {
    const indexes = addresses.filter((one) => one.branch === branch).map(({ index }) => index)
    if (indexes.length > 0) await moveIndexBeyond(trx, branch, Math.max(...indexes))
  }
  const fresh = await newReceiveAddress(trx, network)
  const payrollId = await insertPayroll(trx, macKey, {
    company_id: companyId,
    name: 'Recuperada',
    description: 'Fondos recuperados con las palabras de la semilla',
    type: 'REGULAR',
    address: fresh.address,
  })
  for (const address of [fresh, ...addresses]) {
    await watchAddress(trx, { companyId, payrollId }, address)
  }
}

type Taken = Omit<Restored, 'looked'>

/**
 * Compares our UTXOs with the node's at one block, which the tables keep as their tip meanwhile.
 */
async function takeIn(deps: FollowerDeps, signal: AbortSignal): Promise<Taken> {
  const { db, chain } = deps
  for (;;) {
    const { trouble } = await catchUp(deps, signal)
    if (trouble || signal.aborted) {
      throw new RestoreRefused(`The node cannot be followed now: ${trouble ?? 'stopped'}.`)
    }
    const scan = await chain.unspentOf(await knownScripts(db))
    const restored = await db.transaction().execute(async (trx) => {
      const tip = await readTip(trx)
      // A block came between the two reads, so both are repeated.
      if (!tip || tip.hash !== scan.bestHash) return null
      if (!(await lockTip(trx, tip.height, tip.hash))) return null
      return compare(trx, scan.outputs)
    })
    if (restored) return restored
  }
}

async function compare(trx: Trx, outputs: ScannedOutput[]): Promise<Taken> {
  const rows = await trx
    .selectFrom('utxos')
    .select(['txid', 'vout', 'height', 'spent_height'])
    .execute()
  const ours = new Set(rows.map(({ txid, vout }) => outpointText(txid.toString('hex'), vout)))
  const theirs = new Set(outputs.map(({ txid, vout }) => outpointText(txid, vout)))
  const taken = outputs.filter(({ txid, vout }) => !ours.has(outpointText(txid, vout)))
  const gone = rows.filter(
    ({ txid, vout, height, spent_height }) =>
      height !== null &&
      spent_height === null &&
      !theirs.has(outpointText(txid.toString('hex'), vout)),
  )
  const touched = await insertUtxos(trx, taken)
  await refreshBalances(trx, touched)
  return { taken: sum(taken), found: sum(outputs), gone: gone.length }
}

/** Inserts UTXOs and their deposits, without looking up the senders. */
async function insertUtxos(trx: Trx, outputs: ScannedOutput[]): Promise<string[]> {
  const owners = new Map<string, AddressOwner & { isChange: boolean }>()
  for (const row of await trx.selectFrom('addresses').selectAll().execute()) {
    owners.set(hex(row.script_pubkey), {
      companyId: row.company_id,
      payrollId: row.payroll_id,
      isChange: row.branch === changeBranch,
    })
  }
  const rate = (await readCurrentPrice(trx))?.usdCentsPerBtc ?? 0n
  for (const { txid, vout, sats, script, height, coinbase } of outputs) {
    const owner = owners.get(hex(script))
    if (!owner) throw new Error('The node answered a script that was not asked for')
    await trx
      .insertInto('utxos')
      .values({
        txid: Buffer.from(txid, 'hex'),
        vout,
        company_id: owner.companyId,
        payroll_id: owner.payrollId,
        script_pubkey: Buffer.from(script),
        sats,
        coinbase,
        change: false,
        // The transaction that made the UTXO is unknown, so change counts as a head: a run that
        // spends a head spends every deposit that it needs.
        head: owner.isChange,
        height,
      })
      .execute()
    const amounts = { sats, usd_cents: centsAt(sats, rate), rate_usd_cents_per_btc: rate }
    const key = { company_id: owner.companyId, payroll_id: owner.payrollId }
    await saveRestored(trx, { ...key, ...amounts, txid: Buffer.from(txid, 'hex') }, height)
  }
  return [...new Set([...owners.values()].map(({ payrollId }) => payrollId))]
}
