import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { HeldChoices } from '#contract/held-choices.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import {
  holdKey,
  holdsByDestination,
  type PayDestination,
  readHolds,
  type StandingHold,
} from '#server/authorization/address-holds.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { HeldChoice } from '#server/authorization/sheet.ts'
import { termsOfLine } from '#server/authorization/terms-of-line.ts'
import {
  lastDollarLine,
  lastPaidLine,
  lastPaidLineOfSamePerson,
} from '#server/features/address-holds/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dollarsOf, type Payee } from '../run/payee.ts'

type PreviousAddress = { kind: 'ADDRESS'; address: string; script: Buffer }
type PreviousAccount = { kind: 'ACCOUNT'; bank: string; account: string }
type Paid = (PreviousAddress | PreviousAccount) & { paidAt: Date | null }

/** A destination of a person that is held, with the one last paid instead. */
export type HeldDestination = {
  kind: PayDestination['kind']
  hold: StandingHold
  previous: Paid | null
}

/** A person of a run at a held address or account, or both. */
export type HeldPerson = { payee: Payee; destinations: HeldDestination[] }

type Context = { companyId: string; macKey: KeyObject; network: Network; now: Date }

/**
 * The people of a run who are paid at a held address, in bitcoin, or to a held account, in dollars.
 * Unpaid lines keep their address and account, so `keepsLines` offers no previous ones.
 */
export async function readHeldPeople(
  db: Db,
  { companyId, macKey, network, now }: Context,
  salaries: readonly Payee[],
  { keepsLines }: { keepsLines: boolean },
): Promise<HeldPerson[]> {
  const holds = holdsByDestination(await readHolds(db, macKey, companyId, now))
  if (holds.size === 0) return []
  const held = salaries.flatMap((payee) => {
    const found = destinationsOf(payee).flatMap((at) => {
      const hold = holds.get(holdKey(payee.employeeId, at))
      return hold ? [{ kind: at.kind, hold }] : []
    })
    return found.length > 0 ? [{ payee, found }] : []
  })
  if (held.length === 0) return []
  const ids = { ADDRESS: [] as string[], ACCOUNT: [] as string[] }
  for (const { payee, found } of keepsLines ? [] : held) {
    for (const { kind } of found) ids[kind].push(payee.employeeId)
  }
  const lines = {
    ADDRESS: await readPrevious(db, companyId, ids.ADDRESS, 'ADDRESS'),
    ACCOUNT: await readPrevious(db, companyId, ids.ACCOUNT, 'ACCOUNT'),
  }
  return held.map(({ payee, found }) => {
    const destinations = found.map(({ kind, hold }) => {
      const line = lines[kind].get(payee.employeeId)
      const previous = line ? previousOf(kind, line, { companyId, macKey, network }) : null
      const isHeldToo = previous && holds.has(holdKey(payee.employeeId, previous))
      return { kind, hold, previous: isHeldToo ? null : previous }
    })
    return { payee, destinations }
  })
}

/** Where a person's money goes in a run; nothing goes by a method without an amount. */
const destinationsOf = (payee: Payee): PayDestination[] => [
  ...(payee.bitcoinUsdCents > 0n ? [{ kind: 'ADDRESS' as const, script: payee.script }] : []),
  ...(dollarsOf(payee) > 0n
    ? [{ kind: 'ACCOUNT' as const, bank: payee.bank, account: payee.bankAccount }]
    : []),
]

type Line = MacRow<'employees'> & { payeeId: string; paidAt: Date | null }

/**
 * The previous destination of a line, after its MAC is checked: a line written past the program
 * proves nothing.
 */
function previousOf(
  kind: PayDestination['kind'],
  line: Line,
  { companyId, macKey, network }: Pick<Context, 'companyId' | 'macKey' | 'network'>,
): Paid | null {
  const { paidAt, ...terms } = line
  const { address, bank, bank_account: account } = terms
  if (terms.company_id !== companyId || !isTrue(macKey, 'employees', terms)) return null
  if (kind === 'ACCOUNT') return account === '' ? null : { kind, bank, account, paidAt }
  const parsed = parseBtcAddress(address, network)
  return parsed.ok ? { kind, address, script: Buffer.from(parsed.script), paidAt } : null
}

const lastLines = { ADDRESS: lastPaidLine, ACCOUNT: lastDollarLine }

const paidAts = {
  ADDRESS: sql<Date | null>`(
    SELECT max(t.confirmed_at) FROM (
      SELECT transaction_id FROM transaction_outputs WHERE line_id = l.id OFFSET 0) o
    JOIN transactions t ON t.id = o.transaction_id AND t.state = 'confirmed')`,
  ACCOUNT: sql<Date | null>`(
    SELECT coalesce(o.paid_at, o.sent_at) FROM payouts o
    WHERE o.line_id = l.id AND o.method = 'DOLLARS')`,
}

async function readPrevious(
  db: Db,
  companyId: string,
  ids: readonly string[],
  kind: PayDestination['kind'],
): Promise<Map<string, Line>> {
  if (ids.length === 0) return new Map()
  const lastLine = lastLines[kind]
  const { rows } = await sql<Line>`
    SELECT n.id AS "payeeId", ${termsOfLine}, ${paidAts[kind]} AS "paidAt"
    FROM (
      SELECT e.id, e.identification, e.email, e.phone, person_key(e.first_name, e.last_name) AS name
      FROM unnest(${[...ids]}::uuid[]) AS u (id) JOIN employees e ON e.id = u.id
      WHERE e.company_id = ${companyId}) n
    LEFT JOIN LATERAL ${lastLine(sql`n.id`, companyId)} own ON true
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId, lastLine)} same
      WHERE own.id IS NULL AND same.is_sure) other ON true
    CROSS JOIN LATERAL (
      SELECT * FROM sheet_lines WHERE id = coalesce(own.id, other.id) OFFSET 0) l`.execute(db)
  return new Map(rows.map((row) => [row.payeeId, row]))
}

/** The key for a choice about every held person who has no choice of his or her own. */
export const everybodyHeld = '*'

/** The address and the account last paid, where the present ones are held. */
export type Previous = { address: PreviousAddress | null; account: PreviousAccount | null }

export type DecidedHeld = {
  /** The choice about each held person, as the order stores it. */
  choices: Record<string, HeldChoice>
  previous: Map<string, Previous>
  undecided: HeldPerson[]
  /** A choice names a person of the run of whom nothing is held any longer. */
  isOutdated: boolean
}

/**
 * Decides about each held person, who is paid at the previous address and account only where each held
 * one has a previous one. A person who was never paid can only wait.
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
    else if (choice === 'previous' && mayPayPrevious(one)) {
      decided.choices[employeeId] = choice
      decided.previous.set(employeeId, toPrevious(one))
    } else decided.undecided.push(one)
  }
  return { ...decided, isOutdated: given.size > 0 }
}

const mayPayPrevious = ({ destinations }: HeldPerson): boolean =>
  destinations.every(({ previous }) => previous !== null)

function toPrevious({ destinations }: HeldPerson): Previous {
  const all = destinations.flatMap(({ previous }) => previous ?? [])
  return {
    address: all.find((one) => one.kind === 'ADDRESS') ?? null,
    account: all.find((one) => one.kind === 'ACCOUNT') ?? null,
  }
}
