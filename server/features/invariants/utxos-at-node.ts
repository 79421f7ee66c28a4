import type { Db } from '#server/platform/db/database.ts'
import type { Chain, UnspentOutput } from '#server/ports.ts'
import type { Breach } from './invariant-definitions.ts'

/**
 * `utxos` asks the node for each of our UTXOs by name; `scan` searches everything it has on our
 * scripts.
 */
export type NodeLook = 'utxos' | 'scan'

type OurUtxo = UnspentOutput & { height: number | null }
type OurBlock = { height: number; hash: string }

/** A reorganisation is followed by the hashes of the blocks that it may take back. */
const comparedBlocks = 100

export type OurUtxos = {
  tipHash: string
  /** The last blocks, with the tip. */
  blocks: OurBlock[]
  /** UTXOs in a block that nothing spends. */
  unspent: OurUtxo[]
  /** UTXOs that are only in the mempool. */
  pending: OurUtxo[]
  scripts: Buffer[]
}

export async function readOurUtxos(db: Db, look: NodeLook): Promise<OurUtxos | null> {
  const last = await db
    .selectFrom('blocks')
    .select(['height', 'hash'])
    .orderBy('height', 'desc')
    .limit(comparedBlocks)
    .execute()
  const blocks = last.map(({ height, hash }) => ({ height, hash: hash.toString('hex') }))
  const [tip] = blocks
  if (!tip) return null
  const rows = await db
    .selectFrom('utxos')
    .select(['txid', 'vout', 'sats', 'script_pubkey', 'height', 'spent_by_txid'])
    .where('spent_height', 'is', null)
    .execute()
  const output = (row: (typeof rows)[number]): OurUtxo => ({
    txid: row.txid.toString('hex'),
    vout: row.vout,
    sats: row.sats,
    script: row.script_pubkey,
    height: row.height,
  })
  const scripts =
    look === 'scan' ? await db.selectFrom('addresses').select('script_pubkey').execute() : []
  return {
    tipHash: tip.hash,
    blocks,
    unspent: rows.filter((row) => row.height !== null).map(output),
    pending: rows.filter((row) => row.height === null && row.spent_by_txid === null).map(output),
    scripts: scripts.map((row) => row.script_pubkey),
  }
}

const nameOf = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`

type UtxoFault = Pick<Breach, 'kind' | 'fields'>

function fault(
  utxo: OurUtxo,
  found: Pick<OurUtxo, 'sats' | 'script' | 'height'> | null | undefined,
): UtxoFault | null {
  if (!found) return { kind: 'UTXO_NOT_AT_NODE', fields: {} }
  if (found.sats !== utxo.sats) {
    const fields = { nodeSats: String(found.sats), sats: String(utxo.sats) }
    return { kind: 'UTXO_SATS_DIFFER', fields }
  }
  if (!Buffer.from(found.script).equals(utxo.script)) {
    return { kind: 'UTXO_SCRIPT_DIFFERS', fields: {} }
  }
  const fields = { nodeHeight: found.height, height: utxo.height }
  return found.height === utxo.height ? null : { kind: 'UTXO_HEIGHT_DIFFERS', fields }
}

async function askFor(
  chain: Chain,
  utxos: readonly OurUtxo[],
  tipHeight: number,
  counting?: 'blocks',
): Promise<(UtxoFault | null)[]> {
  const found = await chain.unspent([...utxos], counting)
  return utxos.map((utxo, index) => {
    const output = found[index]
    if (!output) return fault(utxo, null)
    const { confirmations } = output
    return fault(utxo, {
      ...output,
      height: confirmations === 0 ? null : tipHeight - confirmations + 1,
    })
  })
}

/** The follower finds the fork of a reorganisation by these hashes. */
async function checkBlocks(chain: Chain, blocks: readonly OurBlock[]): Promise<Breach[]> {
  const hashes = await chain.blockHashes(blocks.map(({ height }) => height))
  return blocks.flatMap(({ height, hash }, index) =>
    hashes[index] === hash
      ? []
      : [{ invariant: 'I2', kind: 'BLOCK_HASH_DIFFERS', id: String(height), fields: { hash } }],
  )
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
  const info = await chain.info()
  if (info.bestHash !== utxos.tipHash) return null
  const breaches = await checkBlocks(chain, utxos.blocks)
  const note = (utxo: { txid: string; vout: number }, found: UtxoFault | null | undefined) => {
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
    const pending = await askFor(chain, utxos.pending, info.height)
    for (const [index, utxo] of utxos.pending.entries()) note(utxo, pending[index])
  } else {
    const found = await askFor(chain, utxos.unspent, info.height, 'blocks')
    for (const [index, utxo] of utxos.unspent.entries()) note(utxo, found[index])
  }
  return (await chain.info()).bestHash === utxos.tipHash ? breaches : null
}
