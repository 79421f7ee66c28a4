import { sql } from 'kysely'
import { checkInvariants } from '#server/features/invariants/index.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { approveWaitingRuns, payUnpaid } from './administrator.ts'
import type { History } from './history.ts'
import { lineOf } from './judge.ts'
import { findUnpaidPeriod, readTaken, type Staff } from './staff.ts'

const roundsAtMost = 150

/**
 * Ends a history without further failures: everything sent is mined, until nothing moves and nobody
 * is unpaid.
 */
export async function finishHistory(history: History): Promise<void> {
  const { program, staffs } = history
  const { node } = program
  node.loses = () => 'nothing'
  node.mempool.minimumRate = 1_000n
  node.feeRate = 2_000n
  let last = ''
  for (let round = 0; round < roundsAtMost; round++) {
    history.depositors.sendAgain()
    await history.work({ isWhole: true })
    history.mine(100)
    await history.work({ isWhole: true })
    if (await isMoving(history)) continue
    const outcomes: string[] = []
    for (const staff of staffs) outcomes.push(await pressOn(history, staff))
    last = outcomes.join()
    if (outcomes.every((outcome) => outcome === 'paid')) {
      // A transaction that lost its inputs fails once that is 6 deep.
      for (let block = 0; block < 6; block++) history.mine(100)
      return history.work({ isWhole: true })
    }
    // A wait for a burial is long.
    if (last.includes('PAYMENT_IN_PROGRESS')) for (let n = 0; n < 9; n++) history.mine(100)
  }
  const moving = JSON.stringify(await readMoving(history))
  throw new Error(`stuck after ${roundsAtMost} rounds: ${last} ${moving}`)
}

async function isMoving({ program, staffs }: History): Promise<boolean> {
  for (const staff of staffs) await approveWaitingRuns(program, staff)
  return (await readMoving({ program, staffs })).length > 0
}

/** A child whose parent is in a block is not sent any more: nothing waits for it. */
const isNeedless = sql<boolean>`EXISTS (
  SELECT FROM transactions parent
  WHERE parent.id = t.cpfp_parent_id AND parent.height IS NOT NULL AND NOT t.in_mempool)`

const readMoving = ({ program, staffs }: Pick<History, 'program' | 'staffs'>) =>
  program.db
    .selectFrom('transactions as t')
    .select(['id', 'type', 'state', 'waiting_for', 'payroll_id', 'version', 'conflict_height'])
    .where(
      'payroll_id',
      'in',
      staffs.map(({ payrollId }) => payrollId),
    )
    .where('live', '=', true)
    .where('type', '!=', 'receive')
    .where(sql<boolean>`NOT ${isNeedless}`)
    .execute()

async function pressOn(history: History, staff: Staff): Promise<string> {
  const { program } = history
  if (findUnpaidPeriod(staff, await readTaken(program, staff)) === null) return 'paid'
  const outcome = await payUnpaid(program, staff, null)
  history.tell(`last press of ${staff.payrollId}: ${outcome}`)
  await approveWaitingRuns(program, staff)
  if (outcome === 'INSUFFICIENT_FUNDS') history.deposit(staff, 3)
  return outcome
}

/** Everybody has each period once in the chain, and the records say what the chain says. */
export async function judgeEnding(history: History): Promise<void> {
  const { program, staffs, judge } = history
  for (const staff of staffs) await judgePaid(program, staff, judge.excused)
  for (const staff of staffs) await judgeDollars(history, staff)
  const { node } = program
  const rows = await program.db
    .selectFrom('transactions as t')
    .select(['id', 'txid', 'state', 'type', 'height'])
    .select(isNeedless.as('isNeedless'))
    .where(
      'payroll_id',
      'in',
      staffs.map(({ payrollId }) => payrollId),
    )
    .where('txid', 'is not', null)
    .execute()
  for (const { id, txid, state, height, type, isNeedless } of rows) {
    const mined = node.chain.heights.get(txid?.toString('hex') ?? '') ?? null
    if (mined !== height || (mined !== null) !== (state === 'confirmed')) {
      throw new Error(`${type} ${id} is ${state} at ${height}, and the chain has it at ${mined}`)
    }
    const hasEnded = isNeedless || ['confirmed', 'failed'].includes(state)
    if (type !== 'receive' && !hasEnded) {
      throw new Error(`${type} ${id} is stuck: ${state}`)
    }
  }
  const options = {
    history: 'recent',
    node: 'scan',
    macKey: testMacKey,
    secondLookAfterMs: 0,
  } as const
  const { breaches, notAtNode } = await checkInvariants(program.worker, node.port, options)
  if (breaches.length > 0 || notAtNode) throw new Error(JSON.stringify({ breaches, notAtNode }))
}

/** All lists go to the bank: each half is on one of them, once a period. */
async function judgeDollars({ program, dollars, judge }: History, staff: Staff): Promise<void> {
  for (const payment of staff.periodOf.keys()) await dollars.send(program, staff, payment)
  for (const employeeId of staff.inHalves) {
    for (let period = 1; period <= staff.periods; period++) {
      const line = lineOf(period, employeeId)
      if (dollars.isSent(period, employeeId) || judge.excused.has(line)) continue
      throw new Error(`the dollars of ${line} are on no list`)
    }
  }
}

async function judgePaid(
  { db, node }: History['program'],
  staff: Staff,
  excused: Set<string>,
): Promise<void> {
  const { rows } = await readLines(db, staff)
  for (const employeeId of staff.employeeIds) {
    for (let period = 1; period <= staff.periods; period++) {
      const paid = rows.filter(
        (row) =>
          row.employeeId === employeeId &&
          staff.periodOf.get(row.paymentId) === period &&
          node.chain.heights.has(row.txid.toString('hex')),
      )
      if (paid.length === 1 || excused.has(lineOf(period, employeeId))) continue
      throw new Error(`${lineOf(period, employeeId)} is paid ${paid.length} times`)
    }
  }
}

const readLines = async (db: History['program']['db'], { payrollId }: Staff) => ({
  rows: await db
    .selectFrom('transactions as t')
    .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .select(['t.txid', 'l.sheet_id as paymentId', 'l.employee_id as employeeId'])
    .where('t.payroll_id', '=', payrollId)
    .where('t.txid', 'is not', null)
    .$narrowType<{ txid: Buffer }>()
    .execute(),
})
