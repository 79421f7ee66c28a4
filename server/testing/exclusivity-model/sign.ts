import { findCompatible, type Signed } from '#domain/exclusivity.ts'
import type { Database, ModelRow, Run } from './database.ts'
import { inheritLostFirstRuns, noteLostFirstRuns } from './first-run-lost-exception.ts'
import { judgeSigned } from './judge-signed.ts'
import type { Line } from './lines.ts'
import { newestVersion, wasGivenUp } from './record-queries.ts'
import { mustWait } from './reorganisation-rule.ts'
import {
  describe,
  draftOf,
  type Kind,
  type ModelOutput,
  type ModelTransaction,
  type NewModelOutput,
  paysOthers,
} from './transaction.ts'
import { addRow } from './untracked.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export interface ModelPlan {
  readonly kind: Kind
  readonly payroll: number
  readonly run: Run
  readonly inputs: readonly ModelOutput[]
  readonly lines: readonly Line[]
  readonly fee: number
  readonly outputs: readonly NewModelOutput[]
  /** A version of its root that this one replaces. */
  readonly replaced?: ModelRow | undefined
  readonly cpfpParent?: ModelTransaction
  /** The first transaction of a run waits by R5. */
  readonly first?: boolean
}

/** Signs, records and sends a plan, unless R4 or R5 says no. */
export function sign(
  world: ModelWorld,
  db: Database,
  plan: ModelPlan,
): ModelTransaction | undefined {
  if (isRefused(world, db, plan)) return undefined
  const { kind, payroll, inputs, fee, lines, run, replaced } = plan
  const transaction = world.chain.addTransaction(
    { kind, payroll, inputs, fee, lines, price: run.price, scripts: run.scripts },
    plan.outputs,
  )
  world.tell(() => `database ${db.name} signs ${describe(transaction)}`)
  record(db, plan, transaction)
  if (replaced) inheritLostFirstRuns(world, db, transaction, replaced)
  else if (plan.first) noteLostFirstRuns(world, db, transaction)
  judgeSigned(world, transaction)
  world.broadcast(transaction, db.mempool)
  return transaction
}

function record(db: Database, plan: ModelPlan, transaction: ModelTransaction): void {
  const { payroll, run, replaced, cpfpParent } = plan
  const row = addRow(db, {
    transaction,
    payroll,
    run: run.id,
    lines: transaction.lines,
    root: replaced?.root ?? transaction,
    version: replaced ? newestVersion(db, replaced) + 1 : 1,
    untracked: false,
    found: undefined,
    wasMined: false,
    cpfpParent,
  })
  db.record.push({ row: { ...row }, run })
}

function isRefused(world: ModelWorld, db: Database, plan: ModelPlan): boolean {
  const compatible = findForbidden(world, db, plan)
  if (compatible.length > 0) {
    const names = compatible.map(({ txid }) => txid).join(' ')
    world.tell(() => `database ${db.name}: R4 refuses the ${plan.kind} because of ${names}`)
    return true
  }
  if (!plan.first || !mustWait(world, db, plan.payroll, draftOf(plan.inputs))) return false
  world.tell(() => `database ${db.name}: the ${plan.kind} waits by R5`)
  return true
}

/** R4 is asked for what pays people or makes a head. A withdrawal of everything begins no line. */
function findForbidden(world: ModelWorld, db: Database, plan: ModelPlan): Signed[] {
  if (!world.keeps('R4') || plan.lines.length === 0) return []
  const makesHead = plan.outputs.some(({ branch }) => branch === 'change')
  if (plan.run.everything && !makesHead) return []
  const earlier = recordsOf(db, plan.payroll).rows.filter((row) => isEarlierPayment(world, db, row))
  return findCompatible(
    {
      inputs: plan.inputs.map(({ outpoint }) => outpoint),
      lines: plan.lines,
      run: plan.run.id,
    },
    earlier.map((row) => factsOf(world, db, row)),
    world.chain.inputsOf,
  )
}

/** Whether a recorded transaction pays somebody. R7: an untracked spend does, too. */
function isEarlierPayment(
  world: ModelWorld,
  db: Database,
  { untracked, transaction }: ModelRow,
): boolean {
  if (untracked) return world.keeps('R7') && paysOthers(transaction)
  if (transaction.lines.length === 0) return false
  const withdrawalsAreFree = world.tries('W0') || (world.tries('W6') && !db.incomplete)
  return !(withdrawalsAreFree && transaction.kind === 'withdrawal')
}

const factsOf = (
  { chain }: ModelWorld,
  db: Database,
  { transaction, run, lines }: ModelRow,
): Signed => ({
  txid: transaction.txid,
  inputs: transaction.outpoints,
  lines,
  run,
  depth: chain.depth(transaction),
  conflictDepth: chain.conflictDepth(transaction),
  givenUp: wasGivenUp(db, transaction),
})
