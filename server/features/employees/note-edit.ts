import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditDetail } from '#contract/audit.ts'
import { accountEnd } from '#domain/account-end.ts'
import { type EmployeeColumn, employeeFieldNames, fieldTable } from '#domain/employee-fields.ts'
import { usdText } from '#domain/money.ts'
import {
  type Changing,
  noteEmployeeChanges,
  noteShareChanges,
  type OwnChanging,
} from '#server/features/address-holds/index.ts'
import { type NotifiedChange, notePayData } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { record, shortenAddress } from '#server/platform/observe/audit.ts'
import type { EmployeeRow } from './store.ts'

type Columns = Pick<EmployeeRow, EmployeeColumn>

export const fullNameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`
export const salaryOf = (row: Columns) => usdText(row.base_salary_usd_cents)

/** The last digits of a bank account. */
export const accountOf = ({ bank_account: account }: Columns) =>
  account === '' ? '' : `…${accountEnd(account)}`

/** Writes an edit into the audit trail, the history of changes and the notice of the administrators. */
export async function noteEdit(
  db: Db,
  macKey: KeyObject,
  actor: Changing | OwnChanging,
  before: EmployeeRow,
  after: EmployeeRow,
  said: AuditDetail = {},
): Promise<void> {
  const { companyId, userId, ip } = actor
  const names = employeeFieldNames.filter((field) => {
    const { column } = fieldTable[field]
    return before[column] !== after[column]
  })
  const changed = new Set(names)
  const act = { companyId, userId, ip, subject: fullNameOf(after) }
  const employee = after.id
  const salaries = { salaryFrom: salaryOf(before), salaryTo: salaryOf(after) }
  await record(db, {
    ...act,
    action: 'employee.edited',
    detail: { employee, changed: names, ...(changed.has('baseSalary') ? salaries : {}), ...said },
  })
  if (actor.via !== 'EMPLOYEE') await noteTerms(db, macKey, actor, before, after)
  await notePayData(db, { companyId, userId, ip }, changesOf(before, after))
  if (changed.has('cryptoAddress')) {
    const detail = {
      employee,
      from: shortenAddress(before.address),
      to: shortenAddress(after.address),
    }
    await record(db, { ...act, action: 'employee.addressChanged', detail })
  }
  if (changed.has('bitcoinPercent')) {
    const detail = { employee, shareFrom: before.bitcoin_percent, shareTo: after.bitcoin_percent }
    await record(db, { ...act, action: 'employee.shareChanged', detail })
    const made = sql`SELECT ${after.id}::uuid, ${after.version}::integer`
    await noteShareChanges(db, macKey, actor, made)
  }
  if (changed.has('bank') || changed.has('bankAccount')) {
    const accounts = { accountFrom: accountOf(before), accountTo: accountOf(after) }
    const detail = { employee, bank: after.bank, ...accounts }
    await record(db, { ...act, action: 'employee.bankChanged', detail })
  }
}

async function noteTerms(
  db: Db,
  macKey: KeyObject,
  actor: Changing,
  before: EmployeeRow,
  after: EmployeeRow,
): Promise<void> {
  const kinds = [
    ...(before.base_salary_usd_cents === after.base_salary_usd_cents ? [] : ['SALARY']),
    ...(fullNameOf(before) === fullNameOf(after) ? [] : ['NAME']),
    ...(before.pay_frequency === after.pay_frequency ? [] : ['FREQUENCY']),
  ]
  if (kinds.length === 0) return
  const made = sql`SELECT ${after.id}::uuid, NULL::uuid, kind, ${after.version}::integer
    FROM unnest(${kinds}::text[]) AS kind`
  await noteEmployeeChanges(db, macKey, actor, made)
}

/** The changes that a notice of an edit names: address, salary and share. */
function changesOf(before: Columns, after: Columns) {
  const person = fullNameOf(after)
  const changes: NotifiedChange[] = []
  // An address that was taken away is no change to report: the share tells it.
  if (before.address !== after.address && after.address !== '') {
    changes.push({ kind: 'changedAddress', person, address: shortenAddress(after.address) })
  }
  const { base_salary_usd_cents: fromUsdCents } = before
  const { base_salary_usd_cents: toUsdCents } = after
  if (fromUsdCents !== toUsdCents) {
    changes.push({ kind: 'salary', person, fromUsdCents, toUsdCents })
  }
  const { bitcoin_percent: from } = before
  const { bitcoin_percent: to } = after
  if (from !== to) changes.push({ kind: 'share', person, from, to })
  if (before.bank_account !== after.bank_account) {
    changes.push({ kind: 'bank', person, account: accountEnd(after.bank_account) })
  }
  return { changes, count: changes.length }
}
