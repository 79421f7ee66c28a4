import type { KeyObject } from 'node:crypto'
import { type ChangeKind, changePayloads, type OrderedChange } from '#contract/change-orders.ts'
import type { Approvable } from '#server/authorization/approvals-that-count.ts'
import {
  authenticPayload,
  type ChangeOrderRow,
  toApprovable,
} from '#server/authorization/change-rows.ts'

/** Reads the change of a row; null where the row was changed past the program. */
export function readChange(macKey: KeyObject, row: ChangeOrderRow): OrderedChange | null {
  const payload = authenticPayload(macKey, row)
  const kind = row.kind as ChangeKind
  return payload === null
    ? null
    : ({ kind, payload: changePayloads[kind].parse(payload) } as OrderedChange)
}

/** A change in the shape that the approvals take. */
export const toSheetedChange = (
  macKey: KeyObject,
  row: ChangeOrderRow,
): Approvable & { feeCeilingUsdCents: bigint } => ({
  ...toApprovable(row),
  feeCeilingUsdCents: 0n,
  ...changersOf(readChange(macKey, row)),
})

/** The people who may not approve a change since they changed its address, or not vouch for it alone. */
export function changersOf(
  change: OrderedChange | null,
): Pick<Approvable, 'changedBy' | 'changers'> {
  if (change?.kind === 'RELEASE') return { changedBy: change.payload.changedBy }
  if (change?.kind !== 'OCCURRENCE') return {}
  return { changers: change.payload.changers.map(({ userId }) => userId) }
}
