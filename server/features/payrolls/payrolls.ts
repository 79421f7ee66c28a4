import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { PayrollBalance, PayrollBody, PayrollEdit } from '#contract/payrolls.ts'
import type { Network } from '#domain/address.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { btcText, usdAt } from '#domain/money.ts'
import { addMembers, endMembers, isMember } from '#server/authorization/member-rows.ts'
import { findLivePayroll, insertPayroll } from '#server/authorization/payroll-rows.ts'
import { type Changing, noteEmployeeChanges } from '#server/features/address-holds/index.ts'
import { dropSchedule } from '#server/features/calendar/index.ts'
import { newReceiveAddress, watchAddress } from '#server/features/chain/index.ts'
import {
  refuseWhileMoneyMoves,
  type StatusDeps,
  type StatusReader,
} from '#server/features/payments/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { type Db, inTransaction, isUuid } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { deletePayroll, findBalance, findPayroll, lockLiveEmployee } from './store.ts'

/** Creates a payroll with an address of its own, watched from the same commit on. */
export async function createPayroll(
  db: Db,
  { network, macKey }: { network: Network; macKey: KeyObject },
  actor: Actor,
  body: PayrollBody,
): Promise<string> {
  const { companyId } = actor
  const derived = await newReceiveAddress(db, network)
  return inTransaction(db, async (trx) => {
    const values = { company_id: companyId, address: derived.address, ...body }
    const id = await insertPayroll(trx, macKey, values)
    await watchAddress(trx, { companyId, payrollId: id }, derived)
    const detail = { payroll: id, type: body.type }
    await record(trx, { ...actor, action: 'payroll.created', subject: body.name, detail })
    return id
  })
}

export async function editPayroll(
  db: Db,
  macKey: KeyObject,
  actor: Actor,
  id: string,
  { name, description }: PayrollEdit,
): Promise<void> {
  const { companyId } = actor
  return inTransaction(db, async (trx) => {
    const payroll = await findLivePayroll(trx, macKey, { companyId, id }, 'UPDATE')
    if (!payroll) throw new Refusal('NOT_FOUND')
    await trx
      .updateTable('payrolls')
      .set({ name, description })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    const detail = { payroll: id, ...(payroll.name === name ? {} : { nameBefore: payroll.name }) }
    await record(trx, { ...actor, action: 'payroll.edited', subject: name, detail })
  })
}

/** Deletes a payroll without funds and without an open payment; returns its name. */
export async function removePayroll(
  db: Db,
  macKey: KeyObject,
  actor: Actor,
  id: string,
  now: Date,
): Promise<string> {
  const { companyId } = actor
  return inTransaction(db, async (trx) => {
    const payroll = await findLivePayroll(trx, macKey, { companyId, id }, 'UPDATE')
    if (!payroll) throw new Refusal('NOT_FOUND')
    await refuseWhileMoneyMoves(trx, companyId, id)
    const row = await findBalance(trx, companyId, id)
    // A head of the least size may stay: its address is watched for ever.
    if (row && row.balance_sats > minimumHeadSats) throw new Refusal('PAYROLL_HAS_FUNDS')
    await dropSchedule(trx, macKey, { companyId, payrollId: id }, now)
    await deletePayroll(trx, macKey, payroll, now)
    const act = {
      action: 'payroll.deleted',
      subject: payroll.name,
      detail: { payroll: id },
    } as const
    await record(trx, { ...actor, ...act })
    return payroll.name
  })
}

type Membership = { payrollId: string; employeeId: string }

/** Adds or removes one employee, while CSV lists stay like their file; returns the name. */
export async function changeMembership(
  db: Db,
  macKey: KeyObject,
  changing: Changing,
  { payrollId, employeeId }: Membership,
  change: 'add' | 'remove',
): Promise<string> {
  if (!isUuid(payrollId) || !isUuid(employeeId)) throw new Refusal('NOT_FOUND')
  const { companyId, userId, ip } = changing
  return inTransaction(db, async (trx) => {
    const payroll = await findLivePayroll(trx, macKey, { companyId, id: payrollId }, 'UPDATE')
    const employee = await lockLiveEmployee(trx, companyId, employeeId)
    if (!payroll || !employee) throw new Refusal('NOT_FOUND')
    if (payroll.type === 'CSV') throw new Refusal('PAYROLL_TYPE_MISMATCH')
    if (employee.creation_type === 'CSV') throw new Refusal('CSV_EMPLOYEE_IS_READ_ONLY')
    const isIn = await isMember(trx, macKey, payrollId, employeeId)
    if (change === 'remove' && !isIn) throw new Refusal('NOT_FOUND')
    const changed = isIn !== (change === 'add')
    if (change === 'remove') {
      await endMembers(
        trx,
        macKey,
        sql`m.payroll_id = ${payrollId} AND m.employee_id = ${employeeId}`,
        userId,
      )
    } else if (changed) {
      await addMembers(trx, macKey, { companyId, payrollId }, [employeeId], userId)
    }
    const name = `${employee.first_name} ${employee.last_name}`
    if (changed) {
      const action = change === 'add' ? 'payroll.employeeAdded' : 'payroll.employeeRemoved'
      const detail = { employee: employeeId, payroll: payrollId, payrollName: payroll.name }
      await record(trx, { companyId, userId, ip, action, subject: name, detail })
      const kind = change === 'add' ? 'ADDED' : 'LEFT'
      const made = sql`SELECT ${employeeId}::uuid, ${payrollId}::uuid, ${kind}, NULL::integer`
      await noteEmployeeChanges(trx, macKey, changing, made)
    }
    return name
  })
}

export async function requirePayroll(db: Db, deps: StatusDeps, reader: StatusReader, id: string) {
  const payroll = isUuid(id) ? await findPayroll(db, deps, reader, id) : null
  if (!payroll) throw new Refusal('NOT_FOUND')
  return payroll
}

export async function readBalance(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  id: string,
): Promise<PayrollBalance> {
  const payroll = isUuid(id) ? await findLivePayroll(db, macKey, { companyId, id }, null) : null
  const row = payroll && (await findBalance(db, companyId, id))
  if (!row) throw new Refusal('NOT_FOUND')
  const rate = (await readCurrentPrice(db))?.usdCentsPerBtc ?? 0n
  return {
    balance: Number(row.balance_sats),
    balanceString: row.balance_sats.toString(),
    confirmedBalanceString: row.confirmed_sats.toString(),
    spendableBalanceString: row.spendable_sats.toString(),
    totalReceived: Number(row.received_sats),
    totalSent: Number(row.received_sats - row.balance_sats),
    btcBalance: btcText(row.balance_sats),
    usdBalance: usdAt(row.balance_sats, rate),
  }
}
