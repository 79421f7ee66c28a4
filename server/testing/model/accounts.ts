import { expect } from 'vitest'
import type { Model, Real } from './company.ts'

/** Mined until nothing moves any more, everybody has what the runs that went through owe, and no more. */
export async function accountsAgree(model: Model, real: Real): Promise<void> {
  const { world } = real
  for (let blocks = 0; blocks < 12; blocks++) {
    await world.mine(1)
    await world.settled(real.payrollId)
  }
  const rows = await world.sentBy(real.payrollId)
  const paid = new Map<string, bigint>()
  for (const { id, owed } of model.runs) {
    const own = rows.filter(({ payment_id, type }) => payment_id === id && type === 'send')
    const states = own.map(({ state }) => state)
    expect(states, 'a run that was accepted is there').not.toEqual([])
    if (!states.includes('confirmed')) continue
    for (const [address, sats] of owed) paid.set(address, (paid.get(address) ?? 0n) + sats)
  }
  const everybody = model.runs.flatMap(({ owed }) => [...owed.keys()])
  expect(await world.heldBy([...new Set(everybody)])).toEqual(paid)
  const withdrawn = rows.filter(({ type, state }) => type === 'withdrawal' && state === 'confirmed')
  const held = [...(await world.heldBy(model.withdrawals)).values()]
  expect(held.toSorted()).toEqual(withdrawn.map(({ sats }) => sats).toSorted())
  expect(await world.breaches()).toEqual([])
}
