import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertFinalBalances } from '../testing/model/assert-final-balances.ts'
import { aCompanyOf, type Model, type Real } from '../testing/model/company.ts'
import { Approve, AskForApproval, Reject } from '../testing/model/decision-steps.ts'
import { PayAndCrash, RunPayment } from '../testing/model/payment-steps.ts'
import {
  AddPerson,
  EditPerson,
  Fund,
  Mine,
  MovePrice,
  RemovePerson,
  Reorganise,
  Stop,
} from '../testing/model/plain-steps.ts'
import { BumpNewest, Cancel } from '../testing/model/replacing-steps.ts'
import { Withdraw } from '../testing/model/withdraw-step.ts'
import { World } from '../testing/model/world.ts'

/** Anything an administrator, the chain and the machine may do, in any order, against what we believe. */

const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31))
const stories = Number(process.env.MODEL_RUNS ?? 2)
const length = Number(process.env.MODEL_STEPS ?? 25)

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

const usd = fc.integer({ min: 1, max: 400 })
const which = fc.nat(20)
const steps = [
  fc.integer({ min: 20_000, max: 2_000_000 }).map((sats) => new Fund(sats)),
  fc.integer({ min: 20_000, max: 2_000_000 }).map((sats) => new Fund(sats)),
  fc.integer({ min: 1, max: 3 }).map((blocks) => new Mine(blocks)),
  fc.integer({ min: 1, max: 7 }).map((blocks) => new Mine(blocks)),
  usd.map((salary) => new AddPerson(salary)),
  usd.map((salary) => new AddPerson(salary)),
  which.map((number) => new RemovePerson(number)),
  fc.tuple(which, usd).map(([number, salary]) => new EditPerson(number, salary)),
  fc.boolean().map((again) => new RunPayment(again)),
  fc.constant(new RunPayment(true)),
  fc.integer({ min: 0, max: 120 }).map((ms) => new PayAndCrash(ms)),
  fc.integer({ min: 20, max: 500 }).map((dollars) => new AskForApproval(dollars)),
  fc.constantFrom(new Approve(), new Approve(), new Reject()),
  fc.constant(new Approve()),
  fc.integer({ min: 1, max: 60 }).map((feeRate) => new BumpNewest(feeRate)),
  fc.constant(new Cancel()),
  fc
    .option(fc.integer({ min: 10_000, max: 500_000 }), { freq: 2 })
    .map((sats) => new Withdraw(sats)),
  fc.integer({ min: 1, max: 5 }).map((depth) => new Reorganise(depth)),
  fc.integer({ min: 60_000, max: 120_000 }).map((price) => new MovePrice(price)),
  fc.constantFrom('SIGKILL' as const, 'SIGTERM' as const).map((signal) => new Stop(signal)),
]

/** A funded company with people: a payment is possible from the first step on. */
const beginning = [new AddPerson(50), new AddPerson(120), new Fund(3_000_000), new Mine(1)]

/** Runs a history in a company of its own. */
async function live(happen: (model: Model, real: Real) => Promise<unknown>): Promise<Model> {
  const { model, real } = await aCompanyOf(world)
  try {
    for (const step of beginning) await step.run(model, real)
    await happen(model, real)
    await assertFinalBalances(model, real)
  } catch (cause) {
    throw new Error(`The story was:\n${real.story.join('\n')}`, { cause })
  }
  return model
}

test('unhindered runs and withdrawals are paid, bumped, approved and cancelled', async () => {
  const { runs, withdrawals, bumps } = await live(async (model, real) => {
    const story = [
      ...[new RunPayment(false), new BumpNewest(12), new Mine(1)],
      ...[new RunPayment(true), new Cancel(), new Mine(1)],
      ...[new Withdraw(100_000), new Approve(), new BumpNewest(9), new Mine(1)],
      ...[new AskForApproval(100), new RunPayment(true), new Approve(), new Mine(1)],
      ...[new RunPayment(true), new Reject(), new RunPayment(true), new MovePrice(120_000)],
      ...[new Approve(), new Withdraw(null), new Approve()],
    ]
    for (const step of story) await step.run(model, real)
  })
  const paid = ['paid', 'paid back', 'paid', 'REJECTED', 'PRICE_MOVED']
  expect(runs.map(({ end }) => end)).toEqual(paid)
  expect(withdrawals.map(({ end }) => end)).toEqual(['paid', 'paid'])
  expect(bumps).toBe(2)
}, 600_000)

test(`any ${length} steps → everybody is paid what is owed, once (MODEL_SEED=${seed})`, async () => {
  const everything = fc.commands<Model, Real, false>(steps, {
    maxCommands: length,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(everything, async (commands) => {
      await live((model, real) => fc.asyncModelRun(() => ({ model, real }), commands))
    }),
    { seed, numRuns: stories, endOnFailure: true },
  )
}, 3_600_000)
