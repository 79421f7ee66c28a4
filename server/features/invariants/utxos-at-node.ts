import type { Db } from '#server/platform/db/database.ts'
import type { Chain, UnspentOutput } from '#server/ports.ts'
import type { Breach } from './invariant-definitions.ts'

/**
 * `utxos` asks the node for each of our UTXOs by name; `scan` searches everything it has on our
 * scripts.
 */
export type NodeLook = 'utxos' | 'scan'

export type OurUtxos = {
  tipHash: string
  /** UTXOs in a block that nothing spends. */
  unspent: UnspentOutput[]
  /** UTXOs that are only in the mempool. */
  pending: UnspentOutput[]
  scripts: Buffer[]
}

export async function readOurUtxos(db: Db, look: NodeLook): Promise<OurUtxos | null> {
  const tip = await db
    .selectFrom('blocks')
    .select('hash')
    .orderBy('height', 'desc')
    .executeTakeFirst()
  if (!tip) return null
  const rows = await db
    .selectFrom('utxos')
    .select(['txid', 'vout', 'sats', 'script_pubkey', 'height', 'spent_by_txid'])
    .where('spent_height', 'is', null)
    .execute()
  const output = ({ txid, vout, sats, script_pubkey }: (typeof rows)[number]): UnspentOutput => ({
    txid: txid.toString('hex'),
    vout,
    sats,
    script: script_pubkey,
  })
  const scripts =
    look === 'scan' ? await db.selectFrom('addresses').select('script_pubkey').execute() : []
  return {
    tipHash: tip.hash.toString('hex'),
    unspent: rows.filter((row) => row.height !== null).map(output),
    pending: rows.filter((row) => row.height === null && row.spent_by_txid === null).map(output),
    scripts: scripts.map((row) => row.script_pubkey),
  }
}

const nameOf = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`

type UtxoFault = Pick<Breach, 'kind' | 'fields'>

function fault(
  utxo: UnspentOutput,
  found: Pick<UnspentOutput, 'sats' | 'script'> | null | undefined,
): UtxoFault | null {
  if (!found) return { kind: 'UTXO_NOT_AT_NODE', fields: {} }
  if (found.sats !== utxo.sats) {
    const fields = { nodeSats: String(found.sats), sats: String(utxo.sats) }
    return { kind: 'UTXO_SATS_DIFFER', fields }
  }
  return Buffer.from(found.script).equals(utxo.script)
    ? null
    : { kind: 'UTXO_SCRIPT_DIFFERS', fields: {} }
}

/**
 * I2 at the node; null where nothing can be concluded, because the node has another tip than the
 * tables had. For UTXOs asked by name only blocks count: the mempool may be a moment ahead of us.
 */
export async function checkAtNode(
  chain: Chain,
  utxos: OurUtxos,
  look: NodeLook,
): Promise<Breach[] | null> {
  if ((await chain.info()).bestHash !== utxos.tipHash) return null
  const breaches: Breach[] = []
  const note = (utxo: { txid: string; vout: number }, found: UtxoFault | null) => {
    if (found) breaches.push({ invariant: 'I2', id: nameOf(utxo), ...found })
  }
  if (look === 'scan') {
    const scanned = await chain.unspentOf(utxos.scripts)
    if (scanned.bestHash !== utxos.tipHash) return null
    const found = new Map(scanned.outputs.map((output) => [nameOf(output), output]))
    for (const utxo of utxos.unspent) {
      note(utxo, fault(utxo, found.get(nameOf(utxo))))
      found.delete(nameOf(utxo))
    }
    for (const output of found.values()) {
      note(output, { kind: 'UTXO_UNKNOWN', fields: { sats: String(output.sats) } })
    }
    const pending = await chain.unspent(utxos.pending)
    for (const [index, utxo] of utxos.pending.entries()) note(utxo, fault(utxo, pending[index]))
  } else {
    const found = await chain.unspent(utxos.unspent, 'blocks')
    for (const [index, utxo] of utxos.unspent.entries()) note(utxo, fault(utxo, found[index]))
  }
  return (await chain.info()).bestHash === utxos.tipHash ? breaches : null
}
