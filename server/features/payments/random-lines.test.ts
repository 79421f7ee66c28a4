import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { finishHistory, judgeEnding } from '#server/testing/random-lines/ending.ts'
import { History } from '#server/testing/random-lines/history.ts'
import { openProgram, type SteppedProgram } from '#server/testing/random-lines/program.ts'

// Small limits, so that a few people make several batches and a few deposits are consolidated.
vi.mock('#domain/fees.ts', async (original) => ({
  ...(await original<typeof import('#domain/fees.ts')>()),
  maximumTransactionWeight: 1_000,
  maximumInputs: 5,
  fewestConsolidated: 2,
}))

/**
 * Each history has 3 to 5 payrolls. `npm run test:long` runs 12 histories, a night's run still
 * more. HISTORIES=1 with a HISTORY_SEED replays the events of one; keys and the order of outputs
 * still differ each time.
 */
const histories = Number(process.env.HISTORIES ?? 1)
const firstSeed = Number(process.env.HISTORY_SEED ?? 1)
let program: SteppedProgram

beforeAll(async () => {
  program = await openProgram()
})
afterAll(() => program.close())

async function live(seed: number): Promise<number> {
  const history = await History.begin(program, seed)
  try {
    await history.happen()
    await finishHistory(history)
    await judgeEnding(history)
  } catch (cause) {
    const story = history.story.join('\n')
    throw new Error(`HISTORIES=1 HISTORY_SEED=${seed}: ${cause}\n${story}`, { cause })
  }
  return history.judge.signed
}

test(`${histories} random histories → everybody is paid once, as the chain says`, async () => {
  let signed = 0
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) signed += await live(seed)
  expect(signed).toBeGreaterThan(histories)
}, 3_600_000)
