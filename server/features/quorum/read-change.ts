import type { KeyObject } from 'node:crypto'
import { type ChangeKind, changePayloads, type OrderedChange } from '#contract/change-orders.ts'
import type { Approvable } from '#server/authorization/approvals-that-count.ts'
import { authenticPayload, type ChangeOrderRow } from '#server/authorization/change-mac.ts'

/** The change of a row that the program wrote; null where it was changed past it. */
export function readChange(macKey: KeyObject, row: ChangeOrderRow): OrderedChange | null {
  const payload = authenticPayload(macKey, row)
  const kind = row.kind as ChangeKind
  return payload === null
    ? null
    : ({ kind, payload: changePayloads[kind].parse(payload) } as OrderedChange)
}

/** An order for a change as approvals are about it. */
export const sheetedChange = (
  macKey: KeyObject,
  row: ChangeOrderRow,
): Approvable & { feeCeilingUsdCents: bigint } => ({
  id: row.id,
  companyId: row.company_id,
  askedBy: row.asked_by,
  required: row.required,
  ownCode: row.own_code,
  sheetSha256: row.sheet_sha256,
  feeCeilingUsdCents: 0n,
  ...(row.kind === 'RELEASE' && changersOf(readChange(macKey, row))),
})

/** The people who may not approve it: those who have changed an address. */
export const changersOf = (change: OrderedChange | null): Pick<Approvable, 'changedBy'> | false =>
  change?.kind === 'RELEASE' && { changedBy: change.payload.changedBy }
