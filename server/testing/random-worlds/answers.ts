import { calendarAnswer, type Occurrence } from '#contract/calendar.ts'
import {
  type Payment,
  type PaymentPreview,
  type PreviewPeople,
  paymentPreview,
  previewPeople,
} from '#contract/payments.ts'
import { type Payroll, payroll as payrollAnswer, payrollList } from '#contract/payrolls.ts'
import { dayMs } from '#domain/durations.ts'
import { expectAccepted } from '../factories.ts'
import { type PressQuestion, queryOf, queryOfPeople } from './questions.ts'
import type { RandomWorld, WorldMember, WorldPayroll } from './world.ts'

/** List, page and calendar of a payroll. */
export type ShownPayroll = { listed: Payroll; page: Payroll; occurrences: Occurrence[] }

export async function readShown(who: WorldMember, payroll: WorldPayroll): Promise<ShownPayroll> {
  const page = expectAccepted(payrollAnswer, await who.call('GET', `/payrolls/${payroll.id}`))
  const { payrolls } = expectAccepted(payrollList, await who.call('GET', '/payrolls?limit=100'))
  const listed = payrolls.find(({ _id }) => _id === payroll.id)
  if (!listed) throw new Error('the list lacks a payroll')
  const from = new Date(Date.now() - 90 * dayMs).toISOString()
  const to = new Date(Date.now() + 180 * dayMs).toISOString()
  const calendar = await who.call('GET', `/calendar?from=${from}&to=${to}`)
  const { occurrences } = expectAccepted(calendarAnswer, calendar)
  const own = occurrences.filter((one) => one.payroll._id === payroll.id)
  return { listed, page, occurrences: own }
}

/** A refusal, or what was answered. */
export type Answered<T> = { refused: string } | { said: T }

export type Previewed = Answered<{ preview: PaymentPreview; people: PreviewPeople['people'] }>

const path = ({ id }: WorldPayroll) => `/companies/payrolls/${id}`

export async function askPreview(
  who: WorldMember,
  payroll: WorldPayroll,
  question: PressQuestion,
): Promise<Previewed> {
  const of = path(payroll)
  const answer = await who.call('GET', `${of}/payment-preview${queryOf(question)}`)
  if (answer.status !== 200) return { refused: refusalOf(answer.body) }
  const preview = expectAccepted(paymentPreview, answer)
  const listing = await who.call('GET', `${of}/payment-preview/people${queryOfPeople(question)}`)
  const { people } = expectAccepted(previewPeople, listing)
  return { said: { preview, people } }
}

/** The code; of a request that is not valid also where. */
const refusalOf = (body: { code: string; errors?: { path: string }[] }) =>
  [body.code, ...(body.errors ?? []).map(({ path: at }) => at)].join(' ')

export async function press(
  { program }: RandomWorld,
  who: WorldMember,
  payroll: WorldPayroll,
  question: PressQuestion,
  shown: { previewHash: string; after: string },
): Promise<Answered<Payment>> {
  const body = { ...question, ...shown }
  // Nobody presses as often as a test.
  await program.forgetLimits()
  const answer = await program.working(who.call('POST', `${path(payroll)}/run-payment`, body))
  return answer.status === 200
    ? { said: answer.body.data.payment }
    : { refused: refusalOf(answer.body) }
}
