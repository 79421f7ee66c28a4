import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { employeeMac, verifyEmployeeMac } from '#server/authorization/employee-mac.ts'
import {
  approvalMac,
  type OrderRow,
  orderMac,
  verifyApproval,
  verifyOrderMac,
} from '#server/authorization/order-mac.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { refuseWhileRunning } from '#server/platform/db/still-running.ts'
import { rekeyAccounts, resealMessages } from './rekey-accounts.ts'
import { eachPage, type Keys, type Unverified } from './rekey-pages.ts'

/** How many MACs were renewed, by kind of row. Codes and tokens cannot be renewed: they end. */
export type Rekeyed = { [what: string]: number }

/** Nothing was changed; the message is for the operator. */
export class RekeyRefused extends Error {
  override name = 'RekeyRefused'
}

const namedAtMost = 20

type Terms = {
  at: string
  name: string
  mac: Buffer
  companyId: string
  employeeId: string
  address: string
  baseSalaryUsdCents: bigint
  version: number
}

/** Rows under MACs over tokens that nobody but their holders knows. */
const ofTokens = {
  sessions: 'sessions, ended',
  mfa_challenges: 'sign-ins half-way, ended',
  reset_links: 'reset links, ended',
  device_cookies: 'known browsers, forgotten',
} as const
type TokenTable = keyof typeof ofTokens

/** Where the terms of employees lie, each row under a MAC of its own. */
const termsOf: { what: string; table: string; rows: RawBuilder<Terms> }[] = [
  {
    what: 'employees',
    table: 'employees',
    rows: sql`SELECT ctid::text AS at, id::text AS name, mac, company_id AS "companyId",
      id AS "employeeId", address, base_salary_usd_cents AS "baseSalaryUsdCents", version
      FROM employees`,
  },
  {
    what: 'lines of payments',
    table: 'payment_lines',
    rows: sql`SELECT ctid::text AS at, id::text AS name, mac, company_id AS "companyId",
      employee_id AS "employeeId", address, usd_cents AS "baseSalaryUsdCents", version
      FROM payment_lines`,
  },
  {
    // As they came from a file, for the person that each will be: the first version of it.
    what: 'rows of uploaded lists',
    table: 'import_rows',
    rows: sql`SELECT ctid::text AS at, import_id || ':' || line AS name, mac,
      company_id AS "companyId", employee_id AS "employeeId", address,
      base_salary_usd_cents AS "baseSalaryUsdCents", 1 AS version
      FROM import_rows WHERE mac IS NOT NULL`,
  },
]

/**
 * Renews every MAC under the next key, in one SQL transaction, if all of them are the old key's:
 * otherwise a tampered row would become a true one. With `leave`, rows that the old key did not
 * make stay as they are, and the signer refuses them. `db` is the owner of the database, and the
 * program does not run.
 */
export async function rekey(
  db: Db,
  keys: Keys,
  { leave = false }: { leave?: boolean } = {},
): Promise<{ remade: Rekeyed; left: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE employees, payment_lines, import_rows, orders, verification_codes, users, companies,
      former_channels, messages, sessions, mfa_challenges, reset_links, device_cookies IN SHARE ROW EXCLUSIVE MODE`.execute(
      trx,
    )
    await refuseWhileRunning(trx, 'each reads its key once, when it starts.')
    const unverified: Unverified[] = []
    const remade: Rekeyed = {}
    for (const { what, table, rows } of termsOf) {
      remade[what] = await rekeyTerms(trx, keys, { what, table, rows }, unverified)
    }
    Object.assign(remade, await rekeyOrders(trx, keys, unverified))
    for (const table of ['users', 'companies', 'former_channels'] as const) {
      remade[table.replace('_', ' ')] = await rekeyAccounts(trx, keys, table, unverified)
    }
    remade.messages = await resealMessages(trx, keys, unverified)
    if (unverified.length > 0 && !leave) throw refusalOf(unverified)
    const { numAffectedRows = 0n } = await sql`UPDATE verification_codes SET voided_at = now()
      WHERE voided_at IS NULL AND used_at IS NULL`.execute(trx)
    remade['verification codes, voided'] = Number(numAffectedRows)
    for (const [table, what] of Object.entries(ofTokens)) {
      const { numDeletedRows } = await trx.deleteFrom(table as TokenTable).executeTakeFirst()
      remade[what] = Number(numDeletedRows)
    }
    return { remade, left: unverified.length }
  })
}

function refusalOf(unverified: readonly Unverified[]): RekeyRefused {
  if (unverified.every(({ isUnderNext }) => isUnderNext)) {
    return new RekeyRefused('These rows are under the new key already; nothing was changed.')
  }
  const named = unverified.slice(0, namedAtMost).map(({ what, name }) => `- ${what}: ${name}`)
  const more = unverified.length - named.length
  return new RekeyRefused(
    [
      `The present key did not make the MACs of ${unverified.length} rows; nothing was changed.`,
      ...named,
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
  )
}

async function rekeyTerms(
  trx: Trx,
  { old, next }: Keys,
  { what, table, rows }: (typeof termsOf)[number],
  unverified: Unverified[],
): Promise<number> {
  let count = 0
  await eachPage(trx, rows, async (page) => {
    const right = page.filter((row) => {
      const isRight = verifyEmployeeMac(old, row, row.mac)
      const isUnderNext = !isRight && verifyEmployeeMac(next, row, row.mac)
      if (!isRight) unverified.push({ what, name: row.name, isUnderNext })
      return isRight
    })
    const macs = right.map((row) => employeeMac(next, row))
    await sql`UPDATE ${sql.table(table)} t SET mac = u.mac
      FROM unnest(${right.map(({ at }) => at)}::tid[], ${macs}::bytea[]) AS u (at, mac)
      WHERE t.ctid = u.at`.execute(trx)
    count += right.length
  })
  return count
}

/** Orders, and what says that one was approved: an order without its true approval stays without one. */
async function rekeyOrders(trx: Trx, { old, next }: Keys, unverified: Unverified[]) {
  let orders = 0
  let approvals = 0
  const isRight = (key: KeyObject, row: OrderRow) =>
    verifyOrderMac(key, row) && (row.approval_mac === null || verifyApproval(key, row))
  await eachPage(trx, sql<OrderRow>`SELECT * FROM orders`, async (page) => {
    for (const row of page) {
      if (!isRight(old, row)) {
        unverified.push({ what: 'orders', name: row.id, isUnderNext: isRight(next, row) })
        continue
      }
      const { id, plan_sha256: planSha256, approved_by: userId, approved_at: at } = row
      const approval_mac =
        userId && at ? approvalMac(next, { orderId: id, planSha256, userId, at }) : null
      await trx
        .updateTable('orders')
        .set({ mac: orderMac(next, row), approval_mac })
        .where('id', '=', id)
        .execute()
      orders++
      if (approval_mac) approvals++
    }
  })
  return { orders, approvals }
}
