import { expect } from 'vitest'
import type { ChainStory } from './chain-steps.ts'
import { breachesAtRest } from './money-at-rest.ts'

type Ids = { employeeIds: readonly string[] }
type Engine = Pick<ChainStory['engine'], 'db' | 'node' | 'chain'>

/** How many outputs of the chain pay each employee, at the address of today. */
async function outputsOnChain({ db, node }: Engine, { employeeIds }: Ids): Promise<number[]> {
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'script_pubkey'])
    .where('id', 'in', [...employeeIds])
    .execute()
  const scripts = new Map(rows.map((row) => [row.id, row.script_pubkey.toString('hex')]))
  const { unspents } = await node.rpc<{ unspents: { scriptPubKey: string }[] }>(
    'scantxoutset',
    'start',
    [...scripts.values()].map((script) => `raw(${script})`),
  )
  return employeeIds.map(
    (id) => unspents.filter(({ scriptPubKey }) => scriptPubKey === scripts.get(id)).length,
  )
}

/** The chain pays everybody exactly `times` times, and the money check finds no breach. */
export async function expectPaid({ engine }: { engine: Engine }, ids: Ids, times = 1) {
  const outputs = await outputsOnChain(engine, ids)
  expect(outputs).toEqual(ids.employeeIds.map(() => times))
  expect(await breachesAtRest(engine.db, engine.chain)).toEqual([])
}
