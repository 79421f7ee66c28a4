import { createHmac, type KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '../platform/http/refusal.ts'
import { deriveKey } from '../platform/security/derived-keys.ts'
import { isSameMac } from '../platform/security/same-mac.ts'
import { listFieldsInOrder } from './canonical-json.ts'
import { type CoveredRow, kinds, type MacKind, type MacRow } from './registry.ts'

/** MACs are made this many at a time: 10 ms of work between two queries. */
export const macsAtOnce = 5_000

/** A row that was changed past the program; nothing is done by it until an operator has looked. */
export class AccountTampered extends Refusal {
  constructor(kind: MacKind, row: object) {
    const id = 'id' in row ? row.id : ''
    super('ACCOUNT_TAMPERED', { cause: new Error(`The MAC of ${kind} ${id} does not hold`) })
    this.name = 'AccountTampered'
  }
}

/** The one text of a value: jsonb keeps no order of fields, so they come sorted. */
function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') {
    return typeof value === 'bigint' ? value.toString() : value
  }
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(listFieldsInOrder(value).map(([name, field]) => [name, plain(field)]))
}

/** HMAC-SHA-256 over a JSON array, in which no two different rows are the same text. */
export function macOf<Kind extends MacKind>(
  macKey: KeyObject,
  kind: Kind,
  row: CoveredRow<Kind>,
): Buffer {
  const { separator, covered } = kinds[kind]
  const values: Record<string, unknown> = row
  const text = JSON.stringify([separator, ...covered.map((name) => plain(values[name]))])
  return createHmac('sha256', deriveKey(macKey, 'row')).update(text, 'utf8').digest()
}

/** Whether the program wrote the row as it stands. */
export function isTrue<Kind extends MacKind>(
  macKey: KeyObject,
  kind: Kind,
  row: MacRow<Kind>,
): boolean {
  const mac: unknown = (row as Record<string, unknown>)[kinds[kind].mac]
  if (!(mac instanceof Uint8Array)) return false
  return isSameMac(mac, macOf(macKey, kind, row))
}

/** MACs before other work has a turn: 5 ms of the event loop. */
const macsInTurn = 1_000

/** Makes the MACs of many rows; other work has its turn in between. */
export async function makeMacs<Kind extends MacKind>(
  macKey: KeyObject,
  kind: Kind,
  rows: readonly CoveredRow<Kind>[],
): Promise<Buffer[]> {
  const macs: Buffer[] = []
  for (const row of rows) {
    if (macs.length > 0 && macs.length % macsInTurn === 0) await nextTurn()
    macs.push(macOf(macKey, kind, row))
  }
  return macs
}

/** Finds the rows that the program wrote as they stand; other work has its turn in between. */
export async function findTrueRows<Kind extends MacKind, Row extends MacRow<Kind>>(
  macKey: KeyObject,
  kind: Kind,
  rows: readonly Row[],
): Promise<Row[]> {
  const found: Row[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % macsInTurn === 0) await nextTurn()
    if (isTrue<Kind>(macKey, kind, row)) found.push(row)
  }
  return found
}

/** Returns the row, or throws where the program did not write it so. */
export function requireTrue<Kind extends MacKind, Row extends MacRow<Kind>>(
  macKey: KeyObject,
  kind: Kind,
  row: Row,
): Row {
  if (!isTrue<Kind>(macKey, kind, row)) throw new AccountTampered(kind, row)
  return row
}
