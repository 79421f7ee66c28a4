import type { Approval } from '#contract/approvals.ts'
import type { ChangePayload } from '#contract/change-orders.ts'
import { accountText } from '#domain/account-end.ts'
import { readHolds, type StandingHold } from '#server/authorization/address-holds.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { readChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Names, Reader } from './reader.ts'

type Release = ChangePayload<'RELEASE'>

type Changes = Pick<Approval, 'addressChange' | 'accountChange'>

/**
 * Reads the changes behind each release of a held address or account, or change of the company's own
 * address, by the order's id.
 */
export async function readDestinationChanges(
  db: Db,
  { companyId, macKey, now }: Reader,
  names: Names,
  rows: readonly ChangeOrderRow[],
): Promise<Map<string, Changes>> {
  const releases = rows.flatMap((row) => {
    const change = readChange(macKey, row)
    return change?.kind === 'RELEASE' ? [{ id: row.id, release: change.payload }] : []
  })
  const own = rows.flatMap((row) => {
    const change = row.kind === 'SWEEP' ? readChange(macKey, row) : null
    return change?.kind === 'SWEEP' && change.payload.what === 'ADDRESS'
      ? [
          [
            row.id,
            { addressChange: ofCompany(names, row, change.payload), accountChange: null },
          ] as const,
        ]
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
  by: asked_by === null ? null : names(asked_by).name,
  at: asked_at.toISOString(),
  via: null,
  ip: asked_ip,
})

function say(
  holds: readonly StandingHold[],
  names: Names,
  { employeeId, version, address, account }: Release,
): Changes {
  const of = (kind: string) =>
    holds.filter(
      ({ row }) => row.employee_id === employeeId && row.kind === kind && row.version <= version,
    )
  return {
    addressChange: address === '' ? null : sayOne(of('ADDRESS'), names, address, addresses),
    accountChange: account === '' ? null : sayOne(of('ACCOUNT'), names, account, accounts),
  }
}

/** How a destination of a row is shown, and the one before. */
type Shown = Record<'now' | 'before', (row: StandingHold['row']) => string>
const addresses: Shown = { now: (row) => row.address, before: (row) => row.previous_address }
const accounts: Shown = {
  now: (row) => accountText(row.bank, row.bank_account),
  before: (row) => accountText(row.previous_bank, row.previous_account),
}

function sayOne(
  ofPerson: readonly StandingHold[],
  names: Names,
  after: string,
  shown: Shown,
): NonNullable<Approval['addressChange']> {
  const [newest] = ofPerson.toSorted((a, b) => b.row.version - a.row.version)
  const row = newest?.row
  if (!row) return { before: null, after, by: null, at: null, via: null, ip: null }
  return {
    before: lastFree(ofPerson, row, shown),
    after,
    by: row.changed_by === null ? null : names(row.changed_by).name,
    at: row.at.toISOString(),
    via: row.via as NonNullable<Approval['addressChange']>['via'],
    ip: row.ip,
  }
}

/** The destination before all held ones: a held one was never paid. */
function lastFree(
  holds: readonly StandingHold[],
  row: StandingHold['row'],
  shown: Shown,
): string | null {
  const before = shown.before(row)
  const waiting = holds.find(
    (hold) => shown.now(hold.row) === before && hold.row.version < row.version,
  )
  if (waiting) return lastFree(holds, waiting.row, shown)
  return before === '' ? null : before
}
