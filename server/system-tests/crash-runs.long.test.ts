import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyFailpoints } from '../platform/observe/failpoint.ts'
import { assertFinalBalances } from '../testing/model/assert-final-balances.ts'
import { aCompanyOf } from '../testing/model/company.ts'
import { PayAndCrash, RunPayment } from '../testing/model/payment-steps.ts'
import { AddPerson, Fund, Mine, Stop } from '../testing/model/plain-steps.ts'
import { World } from '../testing/model/world.ts'

/** Kill −9 at random moments of paying, and again where the program that comes back is weakest. */

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))
const runs = Number(process.env.CRASH_RUNS ?? 2)
/** A company lives through this many before its accounts are compared. */
const runsOfACompany = 10

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

test(`killed at ${runs} random moments → everybody is paid once (CRASH_SEED=${seed})`, async () => {
  const deaths = fc.sample(
    fc.tuple(fc.integer({ min: 0, max: 300 }), fc.option(fc.constantFrom(...moneyFailpoints))),
    { seed, numRuns: runs },
  )
  for (let first = 0; first < deaths.length; first += runsOfACompany) {
    const { model, real } = await aCompanyOf(world)
    try {
      const beginning = [new AddPerson(50), new AddPerson(120), new Fund(20_000_000), new Mine(1)]
      for (const step of beginning) await step.run(model, real)
      for (const [afterMs, nextDeath] of deaths.slice(first, first + runsOfACompany)) {
        await new PayAndCrash(afterMs, nextDeath).run(model, real)
        await new Mine(1).run(model, real)
      }
      // No failpoint is armed any more, and no hindrance to paying is left.
      await new Stop('SIGTERM').run(model, real)
      const taken = model.runs.length
      await new RunPayment(true).run(model, real)
      expect(model.runs).toHaveLength(taken + 1)
      await assertFinalBalances(model, real)
      expect(new Set(model.runs.map(({ end }) => end))).toEqual(new Set(['paid']))
    } catch (cause) {
      throw new Error(`The story was:\n${real.story.join('\n')}`, { cause })
    }
  }
}, 36_000_000)
