import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import { judgeWorld } from '#server/testing/random-worlds/judge.ts'
import { openWorlds, type WorldsProgram } from '#server/testing/random-worlds/program.ts'

/**
 * `npm run test:long` makes 500 worlds. WORLDS=1 with a WORLD_SEED makes one of them again; keys and ids still
 * differ each time.
 */
const worlds = Number(process.env.WORLDS ?? 15)
const firstSeed = Number(process.env.WORLD_SEED ?? 1)
let program: WorldsProgram

beforeAll(async () => {
  program = await openWorlds()
})
afterAll(() => program.close())

test(`${worlds} random worlds → preview, status, calendar and press agree`, async () => {
  const faults: string[] = []
  const seen = new Map<string, number>()
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
    try {
      const answers = await judgeWorld(program, seed)
      for (const [what, times] of answers) seen.set(what, (seen.get(what) ?? 0) + times)
    } catch (fault) {
      faults.push(`WORLD_SEED=${seed}: ${fault}`)
    }
  }
  const counts = [...seen].sort().map((one) => one.join(' '))
  if (process.env.WORLDS_SEEN) writeFileSync(process.env.WORLDS_SEEN, counts.join('\n'))
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}, 3_600_000)
