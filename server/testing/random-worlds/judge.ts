import { askPreview, readShown } from './answers.ts'
import { beginWorld } from './begin.ts'
import { compareCalendar } from './compare-calendar.ts'
import { comparePress } from './compare-press.ts'
import { compareStatus } from './compare-status.ts'
import { Disagreements } from './disagreements.ts'
import { happen } from './events.ts'
import { makePresent } from './now.ts'
import type { WorldsProgram } from './program.ts'
import { describeQuestion, makeQuestions } from './questions.ts'
import type { RandomWorld, WorldMember, WorldPayroll } from './world.ts'

/** Makes the world of a seed and asks everybody in it; throws, with its story, where they disagree. */
export async function judgeWorld(
  program: WorldsProgram,
  seed: number,
): Promise<ReadonlyMap<string, number>> {
  const world = await beginWorld(program, seed)
  const to = new Disagreements()
  try {
    const { random } = world
    const events = random.pick([0, 1, 2, 3, 4, 5, 7])
    for (let event = 0; event < events; event++) await happen(world)
    await makePresent(world)
    for (const payroll of world.payrolls) await ask(world, payroll, to)
  } catch (cause) {
    throw new Error(`${tellWorld(seed, world)}\n${cause}`, { cause })
  }
  if (to.found.length > 0) throw new Error(`${tellWorld(seed, world)}\n  ${to.found.join('\n  ')}`)
  return to.seen
}

const tellWorld = (seed: number, { story }: RandomWorld) =>
  `WORLDS=1 WORLD_SEED=${seed}:\n  ${story.join('\n  ')}\nThey disagree:`

async function ask(world: RandomWorld, payroll: WorldPayroll, to: Disagreements): Promise<void> {
  const { random, company, members } = world
  const who = random.chance(0.6) ? company : random.pick<WorldMember>([company, ...members])
  await compareNow(who, payroll, to)
  const questions = await makeQuestions(world, payroll)
  for (const question of random.shuffle(questions)) {
    const paid = await comparePress(world, who, payroll, question, to)
    if (!paid) continue
    world.tell(`${who.user.role} paid ${payroll.name}: ${describeQuestion(world, question)}`)
    // From now on a payment is under way, or everybody was paid in dollars.
    await compareNow(who, payroll, to)
    break
  }
}

async function compareNow(
  who: WorldMember,
  payroll: WorldPayroll,
  to: Disagreements,
): Promise<void> {
  const shown = await readShown(who, payroll)
  const previewed = await askPreview(who, payroll, {})
  if ('refused' in previewed) return to.holds('the plain preview answers', false, previewed)
  compareStatus(payroll.name, shown, previewed.said.preview, to)
  await compareCalendar(who, payroll, shown.occurrences, to)
}
