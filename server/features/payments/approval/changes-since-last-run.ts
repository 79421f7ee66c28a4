import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { accountEnd, accountText } from '#domain/account-end.ts'
import type { Difference } from '#domain/approval-code-reasons.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import { ordersLine } from '#server/authorization/read-ordered-plan.ts'
import type { NotifiedChange } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { shortenAddress } from '#server/platform/observe/audit.ts'
import { comparePeople, differencesOf } from '../changes/index.ts'
import type { Payee } from '../run/payee.ts'

const linesAtMost = 10

type Order = Pick<OrderRow, 'id' | 'company_id' | 'payroll_id'>

export type NotifiedChanges = { changes: NotifiedChange[]; more: number }

/**
 * Reads the new and changed addresses and the raised salaries of an ordered run: the first lines,
 * and how many more there are.
 */
export async function readNotifiedChanges(
  db: Db,
  macKey: KeyObject,
  order: Order,
): Promise<NotifiedChanges> {
  const salaries = await readOrderedSalaries(db, order)
  const payer = { companyId: order.company_id, payrollId: order.payroll_id, macKey }
  const differences = differencesOf(await comparePeople(db, payer, salaries), salaries)
  return toNotifiedChanges(differences, salaries)
}

/** Keeps the changes of the people who are ordered now, and drops those of everybody else. */
export function toNotifiedChanges(
  differences: readonly Difference[],
  salaries: readonly Payee[],
): NotifiedChanges {
  const people = new Map(salaries.map((one) => [one.employeeId, one]))
  const all = differences.flatMap((one) => {
    const salary = people.get(one.employeeId)
    return salary ? changesOf(one, salary) : []
  })
  all.sort((a, b) => rank[a.kind] - rank[b.kind] || a.person.localeCompare(b.person, 'es'))
  return {
    changes: all.slice(0, linesAtMost),
    more: Math.max(0, all.length - linesAtMost),
  }
}

/** A changed address comes first: it is the commonest fraud. */
const rank: Record<NotifiedChange['kind'], number> = {
  changedAddress: 0,
  newPerson: 1,
  salary: 2,
  share: 3,
  bank: 4,
  email: 5,
  phone: 6,
}

function changesOf(
  { isMoved, isAccountMoved, lastUsdCents, usdCents }: Difference,
  salary: Payee,
): NotifiedChange[] {
  const person = `${salary.firstName} ${salary.lastName}`
  const isInBitcoin = salary.bitcoinUsdCents > 0n
  const address = isInBitcoin
    ? shortenAddress(salary.address)
    : accountText(salary.bank, salary.bankAccount)
  const changes: NotifiedChange[] = []
  if (isMoved && isInBitcoin) changes.push({ kind: 'changedAddress', person, address })
  else if (lastUsdCents === null) changes.push({ kind: 'newPerson', person, address })
  if (isAccountMoved) {
    changes.push({ kind: 'bank', person, account: accountEnd(salary.bankAccount) })
  }
  if (lastUsdCents !== null && usdCents > lastUsdCents) {
    changes.push({ kind: 'salary', person, fromUsdCents: lastUsdCents, toUsdCents: usdCents })
  }
  return changes
}

async function readOrderedSalaries(db: Db, { id, company_id }: Order): Promise<Payee[]> {
  const { rows } = await sql<Payee>`
    SELECT l.employee_id AS "employeeId", l.first_name AS "firstName", l.last_name AS "lastName",
      l.net_usd_cents AS "usdCents", coalesce(bitcoin.usd_cents, 0) AS "bitcoinUsdCents",
      l.bitcoin_percent AS "bitcoinPercent", dollars.split_reason AS "splitReason",
      l.address, l.script_pubkey AS script, l.bank, l.bank_account AS "bankAccount",
      l.pay_frequency AS "payFrequency"
    FROM orders o JOIN sheet_lines l ON l.sheet_id = o.sheet_id ${joinPayouts}
    WHERE o.company_id = ${company_id} AND o.id = ${id} AND ${ordersLine}`.execute(db)
  return rows
}
