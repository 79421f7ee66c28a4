import type { Approval } from '#contract/approvals.ts'
import type { ChangePayload } from '#contract/change-orders.ts'
import { readHolds, type StandingHold } from '#server/authorization/address-holds.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { readChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Names, Reader } from './reader.ts'

type Release = ChangePayload<'RELEASE'>

/**
 * Reads the address change behind each release of a held address or change of the company's own
 * address, by the order's id.
 */
export async function readAddressChanges(
  db: Db,
  { companyId, macKey, now }: Reader,
  names: Names,
  rows: readonly ChangeOrderRow[],
): Promise<Map<string, Approval['addressChange']>> {
  const releases = rows.flatMap((row) => {
    const change = readChange(macKey, row)
    return change?.kind === 'RELEASE' ? [{ id: row.id, release: change.payload }] : []
  })
  const own = rows.flatMap((row) => {
    const change = row.kind === 'SWEEP' ? readChange(macKey, row) : null
    return change?.kind === 'SWEEP' && change.payload.what === 'ADDRESS'
      ? [[row.id, ofCompany(names, row, change.payload)] as const]
      : []
  })
  if (releases.length === 0) return new Map(own)
  const holds = await readHolds(db, macKey, companyId, now)
  const said = releases.map(({ id, release }) => [id, say(holds, names, release)] as const)
  return new Map([...own, ...said])
}

/** The change of the company's own address, to which sweeps go. */
const ofCompany = (
  names: Names,
  { asked_by, asked_at, asked_ip }: ChangeOrderRow,
  { previousAddress, address }: ChangePayload<'SWEEP'>,
): Approval['addressChange'] => ({
  before: previousAddress,
  after: address,
  by: names(asked_by).name,
  at: asked_at.toISOString(),
  via: null,
  ip: asked_ip,
})

function say(
  holds: readonly StandingHold[],
  names: Names,
  release: Release,
): Approval['addressChange'] {
  const { employeeId, version, address: after } = release
  const ofPerson = holds.filter(({ row }) => row.employee_id === employeeId)
  const row = ofPerson.find((hold) => hold.row.version === version)?.row
  if (!row) return { before: null, after, by: null, at: null, via: null, ip: null }
  return {
    before: lastFree(ofPerson, row),
    after,
    by: row.changed_by === null ? null : names(row.changed_by).name,
    at: row.at.toISOString(),
    via: row.via as NonNullable<Approval['addressChange']>['via'],
    ip: row.ip,
  }
}

/** The address before all held ones: a held address was never paid. */
function lastFree(holds: readonly StandingHold[], row: StandingHold['row']): string | null {
  const { previous_address: address, version } = row
  const waiting = holds.find((hold) => hold.row.address === address && hold.row.version < version)
  if (waiting) return lastFree(holds, waiting.row)
  return address === '' ? null : address
}
