import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { newRegtestAddress } from './addresses.ts'
import { readSharedProgram } from './shared-program.ts'

/** The node of the shared program, which several journeys use at once. */
function call<T>(method: string, params: readonly unknown[]): Promise<T> {
  const connections = join(readSharedProgram().dataDir, 'connections.json')
  const { bitcoind } = JSON.parse(readFileSync(connections, 'utf8'))
  return callNode<T>(bitcoind, method, params)
}

/** Mines a block of these transactions and of those that they spend, and of no other journey's. */
export async function mineOnly(txids: readonly string[]): Promise<void> {
  await expect(async () => {
    const mempool = await call<Record<string, { depends: string[] }>>('getrawmempool', [true])
    const block = new Set<string>()
    const add = (txid: string) => {
      const entry = mempool[txid]
      if (!entry) return
      for (const parent of entry.depends) add(parent)
      block.add(txid)
    }
    for (const txid of txids) add(txid)
    const made = [newRegtestAddress(), [...block]]
    const { hash } = await call<{ hash: string }>('generateblock', made)
    const { confirmations } = await call<{ confirmations: number }>('getblockheader', [hash])
    expect(confirmations, 'no other block took its place').toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
}

/** How many unspent outputs each address has. */
export async function outputsAt(addresses: readonly string[]): Promise<number[]> {
  const descriptors = addresses.map((address) => `addr(${address})`)
  let unspents: { desc: string }[] = []
  // The node scans for one caller at a time.
  await expect(async () => {
    const scan = await call<{ unspents: typeof unspents }>('scantxoutset', ['start', descriptors])
    unspents = scan.unspents
  }).toPass({ timeout: 60_000 })
  return descriptors.map((wanted) => unspents.filter(({ desc }) => desc.startsWith(wanted)).length)
}
