import { type RawBuilder, sql } from 'kysely'
import {
  type ApprovalRow,
  approvalMac,
  isApprovalAuthentic,
} from '#server/authorization/approval-mac.ts'
import {
  type ChangeOrderRow,
  changeMac,
  isChangeAuthentic,
} from '#server/authorization/change-mac.ts'
import { employeeMac, verifyEmployeeMac } from '#server/authorization/employee-mac.ts'
import { type OrderRow, orderMac, verifyOrderMac } from '#server/authorization/order-mac.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { refuseWhileRunning } from '#server/platform/db/still-running.ts'
import { rekeyAccounts, resealMessages } from './rekey-accounts.ts'
import { rekeyAddresses } from './rekey-addresses.ts'
import { endRecoveryCodes, rekeyApps } from './rekey-factors.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'
import { rekeySpecialLines } from './rekey-special-lines.ts'

/** How many MACs were renewed, by kind of row. Codes and tokens cannot be renewed: they end. */
export type Rekeyed = { [what: string]: number }

/** A refusal that changed nothing; the message is for the operator. */
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
  bitcoinPercent: number
  version: number
}

/** Rows under MACs over tokens that nobody but their holders knows. */
const ofTokens = {
  sessions: 'sessions, ended',
  mfa_challenges: 'sign-ins half-way, ended',
  reset_links: 'reset links, ended',
  freeze_links: 'freeze links, ended',
  sign_up_invitations: 'invitations to sign up, ended',
  team_invitations: 'invitations to a team, ended',
  device_cookies: 'known browsers, forgotten',
  webauthn_challenges: 'questions to passkeys, ended',
  employee_links: 'links to own pages, ended',
  employee_sessions: 'sessions of own pages, ended',
} as const
type TokenTable = keyof typeof ofTokens

/** Tables with the terms of employees, each row under a MAC of its own. */
const termsOf: { what: string; table: string; rows: RawBuilder<Terms> }[] = [
  {
    what: 'employees',
    table: 'employees',
    rows: sql`SELECT ctid::text AS at, id::text AS name, mac, company_id AS "companyId",
      id AS "employeeId", address, base_salary_usd_cents AS "baseSalaryUsdCents",
      bitcoin_percent AS "bitcoinPercent", version FROM employees`,
  },
  {
    what: 'lines of payments',
    table: 'payment_lines',
    rows: sql`SELECT ctid::text AS at, id::text AS name, mac, company_id AS "companyId",
      employee_id AS "employeeId", address,
      usd_cents + dollars_usd_cents AS "baseSalaryUsdCents",
      bitcoin_percent AS "bitcoinPercent", version FROM payment_lines`,
  },
  {
    what: 'lines of prepared paydays',
    table: 'payday_sheet_lines',
    rows: sql`SELECT ctid::text AS at, sheet_id || ':' || employee_id AS name, mac,
      company_id AS "companyId", employee_id AS "employeeId", address,
      usd_cents + dollars_usd_cents AS "baseSalaryUsdCents",
      bitcoin_percent AS "bitcoinPercent", version FROM payday_sheet_lines`,
  },
  {
    // Rows as they came from a file, for the person that each will be: the first version of it.
    what: 'rows of uploaded lists',
    table: 'import_rows',
    rows: sql`SELECT ctid::text AS at, import_id || ':' || line AS name, mac,
      company_id AS "companyId", employee_id AS "employeeId", address,
      base_salary_usd_cents AS "baseSalaryUsdCents",
      coalesce(bitcoin_percent, 100) AS "bitcoinPercent", 1 AS version
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
  keys: RekeyKeys,
  { leave = false }: { leave?: boolean } = {},
): Promise<{ remade: Rekeyed; left: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE employees, employee_addresses, address_releases, address_reports, payment_lines, payday_sheet_lines, special_run_lines, import_rows, orders, approvals, change_orders, verification_codes, users, companies,
      former_channels, messages, sessions, mfa_challenges, reset_links, freeze_links, sign_up_invitations, team_invitations, device_cookies,
      passkeys, totp_secrets, recovery_codes, webauthn_challenges,
      employee_links, employee_sessions, employee_codes, employee_consents
      IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
    await refuseWhileRunning(trx, 'each reads its key once, when it starts.')
    const unverified: Unverified[] = []
    const remade: Rekeyed = {}
    for (const { what, table, rows } of termsOf) {
      remade[what] = await rekeyTerms(trx, keys, { what, table, rows }, unverified)
    }
    Object.assign(remade, await rekeyAddresses(trx, keys, unverified))
    remade['lines of special pays'] = await rekeySpecialLines(trx, keys, unverified)
    remade.orders = await rekeyOrders(trx, keys, unverified)
    remade.approvals = await rekeyApprovals(trx, keys, unverified)
    remade['changes that wait or waited'] = await rekeyChanges(trx, keys, unverified)
    for (const table of ['users', 'companies', 'former_channels', 'passkeys'] as const) {
      remade[table.replace('_', ' ')] = await rekeyAccounts(trx, keys, table, unverified)
    }
    remade['authenticator apps'] = await rekeyApps(trx, keys, unverified)
    remade['recovery codes, ended'] = await endRecoveryCodes(trx, keys, unverified)
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
  { old, next }: RekeyKeys,
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

async function rekeyOrders(trx: Trx, { old, next }: RekeyKeys, unverified: Unverified[]) {
  let count = 0
  await eachPage(trx, sql<OrderRow>`SELECT * FROM orders WHERE mac IS NOT NULL`, async (page) => {
    for (const row of page) {
      if (!verifyOrderMac(old, row)) {
        const isUnderNext = verifyOrderMac(next, row)
        unverified.push({ what: 'orders', name: row.id, isUnderNext })
        continue
      }
      await trx
        .updateTable('orders')
        .set({ mac: orderMac(next, row) })
        .where('id', '=', row.id)
        .execute()
      count++
    }
  })
  return count
}

async function rekeyApprovals(trx: Trx, { old, next }: RekeyKeys, unverified: Unverified[]) {
  let count = 0
  await eachPage(trx, sql<ApprovalRow & { id: string }>`SELECT * FROM approvals`, async (page) => {
    for (const row of page) {
      if (!isApprovalAuthentic(old, row)) {
        const isUnderNext = isApprovalAuthentic(next, row)
        unverified.push({ what: 'approvals', name: row.id, isUnderNext })
        continue
      }
      await trx
        .updateTable('approvals')
        .set({ mac: approvalMac(next, row) })
        .where('id', '=', row.id)
        .execute()
      count++
    }
  })
  return count
}

/** Changes that are over are renewed too: who changed what stays proven. */
async function rekeyChanges(trx: Trx, { old, next }: RekeyKeys, unverified: Unverified[]) {
  let count = 0
  await eachPage(trx, sql<ChangeOrderRow>`SELECT * FROM change_orders`, async (page) => {
    for (const row of page) {
      if (!isChangeAuthentic(old, row)) {
        const isUnderNext = isChangeAuthentic(next, row)
        unverified.push({ what: 'change_orders', name: row.id, isUnderNext })
        continue
      }
      await trx
        .updateTable('change_orders')
        .set({ mac: changeMac(next, row) })
        .where('id', '=', row.id)
        .execute()
      count++
    }
  })
  return count
}
