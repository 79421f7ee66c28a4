import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { HeldChoices } from '#contract/held-choices.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import {
  holdKey,
  holdsByAddress,
  readHolds,
  type StandingHold,
} from '#server/authorization/address-holds.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { HeldChoice } from '#server/authorization/sheet.ts'
import { termsOfLine } from '#server/authorization/terms-of-line.ts'
import { lastPaidLine, lastPaidLineOfSamePerson } from '#server/features/address-holds/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Payee } from '../run/payee.ts'

export type Previous = { address: string; script: Buffer; paidAt: Date | null }

/** A person of a run whose new address is held, with the address last paid instead. */
export type HeldPerson = { payee: Payee; hold: StandingHold; previous: Previous | null }

type Context = { companyId: string; macKey: KeyObject; network: Network; now: Date }

/** Unpaid lines keep their address, so `keepsLines` offers no previous one. */
export async function readHeldPeople(
  db: Db,
  { companyId, macKey, network, now }: Context,
  salaries: readonly Payee[],
  { keepsLines }: { keepsLines: boolean },
): Promise<HeldPerson[]> {
  const holds = holdsByAddress(await readHolds(db, macKey, companyId, now))
  if (holds.size === 0) return []
  const held = salaries.flatMap((payee) => {
    const hold = holds.get(holdKey(payee.employeeId, payee.script))
    return hold ? [{ payee, hold }] : []
  })
  if (held.length === 0) return []
  const lines = keepsLines ? new Map() : await readPrevious(db, companyId, held)
  return held.map(({ payee, hold }) => {
    const line = lines.get(payee.employeeId)
    const previous = line ? previousOf(line, { companyId, macKey, network }) : null
    const isHeldToo = previous && holds.has(holdKey(payee.employeeId, previous.script))
    return { payee, hold, previous: isHeldToo ? null : previous }
  })
}

type Line = MacRow<'employees'> & { payeeId: string; paidAt: Date | null }

/**
 * The previous address of a line, after its MAC is checked: a line written past the program proves
 * nothing.
 */
function previousOf(
  line: Line,
  { companyId, macKey, network }: Pick<Context, 'companyId' | 'macKey' | 'network'>,
): Previous | null {
  const { paidAt, ...terms } = line
  const { address } = terms
  if (terms.company_id !== companyId || !isTrue(macKey, 'employees', terms)) return null
  const parsed = parseBtcAddress(address, network)
  return parsed.ok ? { address, script: Buffer.from(parsed.script), paidAt } : null
}

async function readPrevious(
  db: Db,
  companyId: string,
  held: readonly { payee: Payee }[],
): Promise<Map<string, Line>> {
  const ids = held.map(({ payee }) => payee.employeeId)
  const { rows } = await sql<Line>`
    SELECT n.id AS "payeeId", ${termsOfLine},
      (SELECT max(t.confirmed_at) FROM (
         SELECT transaction_id FROM transaction_outputs WHERE line_id = l.id OFFSET 0) o
       JOIN transactions t ON t.id = o.transaction_id AND t.state = 'confirmed') AS "paidAt"
    FROM (
      SELECT e.id, e.identification, e.email, e.phone, person_key(e.first_name, e.last_name) AS name
      FROM unnest(${ids}::uuid[]) AS u (id) JOIN employees e ON e.id = u.id
      WHERE e.company_id = ${companyId}) n
    LEFT JOIN LATERAL ${lastPaidLine(sql`n.id`, companyId)} own ON true
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId)} same
      WHERE own.id IS NULL AND same.is_sure) other ON true
    CROSS JOIN LATERAL (
      SELECT * FROM sheet_lines WHERE id = coalesce(own.id, other.id) OFFSET 0) l`.execute(db)
  return new Map(rows.map((row) => [row.payeeId, row]))
}

/** The key for a choice about every held person who has no choice of his or her own. */
export const everybodyHeld = '*'

export type DecidedHeld = {
  /** The choice about each held person, as the order stores it. */
  choices: Record<string, HeldChoice>
  previous: Map<string, Previous>
  undecided: HeldPerson[]
  /** A choice names a person of the run whose address is held no longer. */
  isOutdated: boolean
}

/**
 * Decides about each held person. A person who was never paid has no previous address and can only
 * wait.
 */
export function decideHeld(
  held: readonly HeldPerson[],
  input: HeldChoices,
  leave: ReadonlySet<string>,
): DecidedHeld {
  const given = new Map(Object.entries(input).map(([id, choice]) => [id.toLowerCase(), choice]))
  const all = given.get(everybodyHeld)
  given.delete(everybodyHeld)
  const decided: DecidedHeld = {
    choices: {},
    previous: new Map(),
    undecided: [],
    isOutdated: false,
  }
  for (const one of held) {
    const { employeeId } = one.payee
    const choice = leave.has(employeeId) ? 'leave' : (given.get(employeeId) ?? all)
    given.delete(employeeId)
    if (choice === 'leave') decided.choices[employeeId] = choice
    else if (choice === 'previous' && one.previous) {
      decided.choices[employeeId] = choice
      decided.previous.set(employeeId, one.previous)
    } else decided.undecided.push(one)
  }
  return { ...decided, isOutdated: given.size > 0 }
}
