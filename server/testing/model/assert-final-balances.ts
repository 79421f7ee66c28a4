import { expect } from 'vitest'
import type { Model, Real } from './company.ts'
import type { World } from './world.ts'

type Row = Awaited<ReturnType<World['sentBy']>>[number]

/** How a run or a withdrawal has ended, of which these are all versions; else their states. */
function endOf(versions: readonly Row[]): string {
  const mined = versions.find(({ state }) => state === 'confirmed')
  if (mined) return mined.type === 'cancel' ? 'paid back' : 'paid'
  const [only] = versions
  if (only && versions.length === 1) {
    if (only.state === 'rejected') return only.failure ?? ''
    if (only.waiting_for === 'approval') return 'waits'
  }
  return versions.map(({ type, state, failure }) => `${type} ${state} ${failure}`).join()
}

/**
 * Mined until nothing moves any more, all that was accepted has ended as it has to, and everybody has
 * what is owed, and no more.
 */
export async function assertFinalBalances(model: Model, real: Real): Promise<void> {
  const { world } = real
  for (let blocks = 0; blocks < 12; blocks++) {
    await world.mine(1)
    await world.waitUntilRest(real.payrollId)
  }
  const rows = await world.sentBy(real.payrollId)
  const versionsOf = (id: string) =>
    rows.filter(({ sheet_id, withdrawal_id }) => id === sheet_id || id === withdrawal_id)
  for (const { id, end } of [...model.runs, ...model.withdrawals]) {
    expect(endOf(versionsOf(id)), `the end of ${id}`).toBe(end)
  }

  const owed = new Map<string, bigint>()
  for (const { end, owed: own } of model.runs) {
    if (end !== 'paid') continue
    for (const [address, sats] of own) owed.set(address, (owed.get(address) ?? 0n) + sats)
  }
  const everybody = model.runs.flatMap((run) => [...run.owed.keys()])
  expect(await world.heldBy([...new Set(everybody)])).toEqual(owed)
  const withdrawn = model.withdrawals.flatMap(({ id, end, address }) => {
    const mined = versionsOf(id).find(({ state }) => state === 'confirmed')
    return end === 'paid' && mined ? [[address, mined.sats] as const] : []
  })
  const to = model.withdrawals.map(({ address }) => address)
  expect(await world.heldBy(to)).toEqual(new Map(withdrawn))
  expect(await world.breaches()).toEqual([])
}
