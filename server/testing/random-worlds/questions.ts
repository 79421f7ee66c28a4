import { readWorldPreview } from './events.ts'
import type { RandomWorld, WorldPayroll } from './world.ts'

/** A press with its choices, as the dialog sends them to the preview and to run-payment. */
export type PressQuestion = {
  only?: string[]
  leave?: string[]
  held?: Record<string, 'previous' | 'leave'>
  include?: string[] | 'all'
  periodKey?: string
  extra?: boolean
}

export function queryOf(question: PressQuestion): string {
  const { held, ...others } = question
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(others)) fields.set(name, String(value))
  if (held)
    fields.set(
      'held',
      Object.entries(held)
        .map((one) => one.join(':'))
        .join(','),
    )
  return fields.size > 0 ? `?${fields}` : ''
}

/** The query for the list of people, which takes no choices. */
export function queryOfPeople({ only, periodKey, extra }: PressQuestion): string {
  const fields = { ...(only && { only }), ...(periodKey && { periodKey }), ...(extra && { extra }) }
  return `${queryOf(fields) || '?'}&limit=100`
}

export function describeQuestion(world: RandomWorld, question: PressQuestion): string {
  const text = JSON.stringify(question)
  return [...world.people].reduce((said, [name, id]) => said.replaceAll(id, name), text)
}

/** The plain press first, then some with choices. */
export async function makeQuestions(
  world: RandomWorld,
  payroll: WorldPayroll,
): Promise<PressQuestion[]> {
  const { random } = world
  const shown = await readWorldPreview(world, payroll)
  const members = await world.membersOf(payroll)
  const some = () => members.filter(() => random.chance(0.5))
  const questions: PressQuestion[] = [{}]
  const choices: (() => PressQuestion)[] = [
    () => ({ only: some() }),
    () => ({ only: some() }),
    () => ({ leave: some() }),
    () => ({ held: { '*': random.pick(['leave', 'previous'] as const) } }),
    () => ({ include: 'all' }),
    () => ({ include: some() }),
    () => (payroll.periodKeys.length > 0 ? { periodKey: random.pick(payroll.periodKeys) } : {}),
    () => ({ extra: true }),
  ]
  const count = random.between(1, 3)
  for (let n = 0; n < count; n++) {
    const question = {
      ...random.pick(choices)(),
      ...(random.chance(0.4) && random.pick(choices)()),
    }
    if (question.only?.length === 0) continue
    questions.push(question)
  }
  // Choices about those of whom the dialog asks.
  for (const { employee } of shown?.held ?? []) {
    questions.push({ held: { [employee._id]: random.pick(['leave', 'previous'] as const) } })
  }
  const elsewhere = shown?.paidElsewhere.people.map(({ employee }) => employee._id) ?? []
  if (elsewhere.length > 0) questions.push({ include: elsewhere })
  return questions
}
