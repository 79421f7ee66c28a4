import { readPreview } from './events.ts'
import type { World, WorldPayroll } from './world.ts'

/** A press with its choices, as the dialog sends them to the preview and to run-payment. */
export type Question = {
  only?: string[]
  leave?: string[]
  held?: Record<string, 'previous' | 'leave'>
  include?: string[] | 'all'
  periodKey?: string
  extra?: boolean
}

export function queryOf(question: Question): string {
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

/** The same question to the list of people, who take no choices. */
export function queryOfPeople({ only, periodKey, extra }: Question): string {
  const asked = { ...(only && { only }), ...(periodKey && { periodKey }), ...(extra && { extra }) }
  return `${queryOf(asked) || '?'}&limit=100`
}

export function describe(world: World, question: Question): string {
  const text = JSON.stringify(question)
  return [...world.people].reduce((said, [name, id]) => said.replaceAll(id, name), text)
}

/** The plain press first, then some with choices. */
export async function makeQuestions(world: World, payroll: WorldPayroll): Promise<Question[]> {
  const { random } = world
  const shown = await readPreview(world, payroll)
  const members = await world.membersOf(payroll)
  const some = () => members.filter(() => random.chance(0.5))
  const questions: Question[] = [{}]
  const choices: (() => Question)[] = [
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
