import { describe, expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { newChangeAddress } from '#server/features/chain/index.ts'
import { insertBump, planBump } from '#server/features/payments/fee-bump/bump.ts'
import {
  insertChild,
  insertVersion,
  type NewVersion,
  withRest,
} from '#server/features/payments/fee-bump/insert-version.ts'
import { askNode } from '#server/features/payments/fee-bump/node-view.ts'
import { readStuck, type Stuck } from '#server/features/payments/fee-bump/stuck.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import type { ChainStory } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readMemory } from './caps.ts'
import { findPlanFault } from './check.ts'
import { readPlan } from './read-plan.ts'

/** A thief of the worker plans freely: the signer signs none of it. */

const salaries = [50_000n, 30_000n]
// A refused plan still names the transaction and lines that it meant to replace and pay.
const story = await storyForFile({}, { breaks: ['I3', 'I4', 'I7'] })
const steps = bumpSteps(story)
const ours = await story.payroll(salaries)
const theirs = { ...ours, ...(await story.engine.payroll(ours.companyId, salaries)) }
for (const { script: address } of [ours, theirs]) await story.engine.play.give(address, 3_000_000n)
await story.engine.play.mine(1)
for (const { payrollId } of [ours, theirs]) await story.spendable(payrollId, 3_000_000n)
/** Runs of two payrolls of one company that wait in the mempool. */
const run = { ids: ours, ...(await steps.unconfirmedRun(ours)) }
const other = { ids: theirs, ...(await steps.unconfirmedRun(theirs)) }

const script = () => {
  const parsed = parseBtcAddress(anAddress(), 'regtest')
  if (!parsed.ok) throw new Error('a fresh address is valid')
  return Buffer.from(parsed.script)
}

type SlowRun = { ids: Awaited<ReturnType<ChainStory['payroll']>>; id: string; paymentId: string }

const stepSats = 10_000n

/** The replacement that the worker would plan: the same payments, and more of the change for the fee. */
function honest({ current, utxos, outputs }: Stuck): NewVersion {
  const change = outputs.find((output) => output.change)
  const kept = outputs.filter((output) => output !== change)
  if (!change) throw new Error('it has change')
  return {
    type: 'send',
    utxos,
    outputs: withRest(kept, change, change.sats - stepSats),
    feeSats: current.feeSats + stepSats,
    vsize: current.vsize,
  }
}

const slowOf = ({ ids, id }: SlowRun) =>
  readStuck(story.engine.db, ids.companyId, id, story.engine.feeCeilings)

/** No bytes, no signature in the signer's memory, an alarm, and what was there before goes on. */
async function isRefused(id: string, code: SignerFaultCode) {
  const { engine } = story
  const row = await engine.until('the signer has decided', async () => {
    const one = await engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return one.state !== 'pendingApproval' && one
  })
  expect(row).toMatchObject({
    state: 'failed',
    failure: 'SIGNER_REFUSED',
    signer_fault: { code },
    raw: null,
    txid: null,
  })
  const remembered = await engine.owner
    .selectFrom('signer.signatures')
    .select('txid')
    .where('transaction_id', '=', id)
    .execute()
  expect(remembered).toEqual([])
  expect(engine.alarms.at(-1)).toBe('the signer refuses a plan')
  await engine.until('its UTXOs are those of the version before', async () => {
    const held = await engine.db
      .selectFrom('reservations')
      .select('txid')
      .where('transaction_id', '=', id)
      .execute()
    return held.length === 0
  })
  await steps.currentIs(run.ids, run.id, { state: 'unconfirmed', type: 'send' })
}

const changeOf = ({ ids }: SlowRun) =>
  story.engine.db.transaction().execute((trx) => newChangeAddress(trx, ids, story.engine.network))

/** A child that spends the change of `run` and is made otherwise than the worker would. */
async function placeChild(tamper: { feeSats: bigint; script?: Buffer }): Promise<string> {
  const { replacements, current, change } = await slowOf(run)
  const { owner, network } = story.engine
  if (!change) throw new Error('it has change')
  const { feeSats } = tamper
  const child = { feeSats, vsize: 110, headSats: change.sats - feeSats }
  return owner.transaction().execute(async (trx) => {
    const plan = { of: current, utxos: [change], ...child, feeRateSatsPerKvb: 20_000n }
    const id = await insertChild(trx, replacements, plan, network)
    if (tamper.script) {
      await trx
        .updateTable('transaction_outputs')
        .set({ script_pubkey: tamper.script })
        .where('transaction_id', '=', id)
        .execute()
    }
    return id
  })
}

// First, because an order with a row that pays something else is signed no further.
describe('a child', () => {
  test('that pays somebody is not signed', async () => {
    const id = await placeChild({ feeSats: stepSats, script: script() })
    await isRefused(id, 'PAYS_OTHERS')
  })

  test('that pays the payroll of somebody else is not signed', async () => {
    const id = await placeChild({ feeSats: stepSats, script: (await changeOf(other)).script })
    await isRefused(id, 'PAYS_OTHERS')
  })

  test('whose fee is above what was ordered is not signed', async () => {
    const id = await placeChild({ feeSats: 400_000n })
    await isRefused(id, 'FEE_ABOVE_ORDER')
  })
})

test('a child may spend a deposit beside the head, and make several change outputs', async () => {
  const { replacements, current, change } = await slowOf(run)
  const { owner, network, wallet, macKey, caps } = story.engine
  if (!change) throw new Error('it has change')
  const second = await changeOf(run)
  const foreign = await changeOf(other)
  const trx = await owner.startTransaction().execute()
  const child = {
    of: current,
    utxos: [change],
    feeSats: stepSats,
    vsize: 110,
    headSats: change.sats - stepSats,
    feeRateSatsPerKvb: 20_000n,
  }
  const plan = await readPlan(trx, await insertChild(trx, replacements, child, network))
  await trx.rollback().execute()
  const [input, output] = [plan?.inputs[0], plan?.outputs[0]]
  if (!plan || !input || !output?.change) throw new Error('it spends and makes change')
  const deposit = { ...input, txid: 'ab'.repeat(32), sats: 20_000n }
  const withSecond = ({ script, ...path }: typeof second, payrollId: string) => ({
    ...plan,
    plannedInputs: 2,
    plannedOutputs: 2,
    inputs: [input, deposit],
    outputs: [output, { ...output, sats: 20_000n, script, change: { ...path, payrollId } }],
  })
  const checks = { wallet, network, macKey, caps }
  expect(findPlanFault(withSecond(second, plan.payrollId), checks)).toBeNull()
  const toOthers = withSecond(foreign, other.ids.payrollId)
  expect(findPlanFault(toOthers, checks)).toEqual({ code: 'PAYS_OTHERS' })
  const moved = { ...plan, inputs: [{ ...input, payrollId: other.ids.payrollId }] }
  expect(findPlanFault(moved, checks)).toMatchObject({ code: 'INPUT_OF_ANOTHER_PAYROLL' })
})

type Output = NewVersion['outputs'][number]
const isChange = ({ line }: Output) => line === null

/** The version with each output as `change` makes it; what that frees goes to the fee. */
function withOutputs(version: NewVersion, change: (output: Output) => Output[]): NewVersion {
  const outputs = version.outputs.flatMap(change)
  const sum = (all: readonly Output[]) => all.reduce((total, { sats }) => total + sats, 0n)
  return { ...version, outputs, feeSats: version.feeSats + sum(version.outputs) - sum(outputs) }
}

/** The version with one person's output as `change` makes it. */
function withFirstPerson(version: NewVersion, change: (output: Output) => Output[]) {
  const first = version.outputs.find(({ line }) => line !== null)
  return withOutputs(version, (output) => (output === first ? change(output) : [output]))
}

const withChangeTo = (version: NewVersion, to: Buffer | null) =>
  withOutputs(version, (output) => [isChange(output) ? { ...output, script: to } : output])

type Tampering = [
  string,
  (version: NewVersion) => NewVersion | Promise<NewVersion>,
  SignerFaultCode,
]

const tamperings: Tampering[] = [
  [
    'pays somebody else in the place of a person',
    (version) => withFirstPerson(version, (output) => [{ ...output, script: script() }]),
    'OUTPUT_NOT_ITS_LINE',
  ],
  [
    'pays somebody beside the others',
    (version) =>
      withOutputs(version, (output) =>
        isChange(output)
          ? [
              { ...output, sats: output.sats - 1_000n },
              { ...output, script: script(), sats: 1_000n },
            ]
          : [output],
      ),
    'OUTPUT_FOREIGN',
  ],
  [
    'pays a person a satoshi less',
    (version) => withFirstPerson(version, (output) => [{ ...output, sats: output.sats - 1n }]),
    'OUTPUT_NOT_ITS_LINE',
  ],
  [
    'leaves a person out and pays the miner instead',
    (version) => withFirstPerson(version, () => []),
    'FEE_ABOVE_CEILING',
  ],
  ['gives the change to somebody', (version) => withChangeTo(version, script()), 'OUTPUT_FOREIGN'],
  [
    'gives the change to another payroll',
    async (version) => withChangeTo(version, (await changeOf(other)).script),
    'OUTPUT_FOREIGN',
  ],
  [
    "gives the change to the payroll's own address for deposits",
    (version) => withChangeTo(version, run.ids.script),
    'OUTPUT_FOREIGN',
  ],
  [
    'has a fee above the ceiling of what was ordered, whatever the ceiling is said to be',
    (version) =>
      withOutputs(version, (output) => [
        isChange(output) ? { ...output, sats: output.sats - 400_000n } : output,
      ]),
    'FEE_ABOVE_CEILING',
  ],
  [
    'has another fee than the one that is written down',
    (version) => ({ ...version, feeSats: version.feeSats - 1n }),
    'FEE_NOT_AS_PLANNED',
  ],
  [
    'calls itself a cancellation and pays the people',
    (version) => ({ ...version, type: 'cancel' }),
    'PAYS_OTHERS',
  ],
]

describe('a replacement that', () => {
  test.each(tamperings)('%s is not signed', async (_, tamper, fault) => {
    const slow = await slowOf(run)
    const version = await tamper(honest(slow))
    const { db, network } = story.engine
    const id = await db
      .transaction()
      .execute((trx) => insertVersion(trx, slow.replacements, version, network))
    await isRefused(id, fault)
  })
})

test('a replacement filed under another root is counted with its conflicts', async () => {
  const slow = await slowOf(run)
  const { replacements } = await slowOf(other)
  const trx = await story.engine.owner.startTransaction().execute()
  const version = await insertVersion(trx, slow.replacements, honest(slow), story.engine.network)
  await trx
    .updateTable('transactions')
    .set({ root_id: replacements.id, version: 2 })
    .where('id', '=', version)
    .execute()
  const plan = await readPlan(trx, version)
  if (!plan) throw new Error('it is there')
  expect((await readMemory(trx, plan)).replacedRootId).toBe(run.id)
  await trx.rollback().execute()
})

test('a bump above the approved ceiling is not signed, whatever the row says', async () => {
  const { engine } = story
  const slow = { ...(await slowOf(run)), ceilingSats: 1_000_000_000n, change: null }
  const node = await askNode(engine.chain, slow)
  const wanted = { feeRateSatsPerKvb: 299_000n, raise: false }
  const bump = await planBump(engine.chain, slow, node, wanted)
  expect(bump.method).toBe('RBF')
  await engine.db
    .updateTable('orders')
    .set({ fee_ceiling_sats: 1_000_000_000n })
    .where('sheet_id', '=', run.paymentId)
    .execute()
  const id = await engine.db
    .transaction()
    .execute((trx) => insertBump(trx, slow, bump, engine.network))
  await isRefused(id, 'FEE_ABOVE_CEILING')
})
