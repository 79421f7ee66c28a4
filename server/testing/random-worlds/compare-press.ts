import { approvalList } from '#contract/approvals.ts'
import type { Payment, PaymentPreview } from '#contract/payments.ts'
import { expectAccepted } from '../factories.ts'
import { type Answered, askPreview, type Previewed, press } from './answers.ts'
import type { Disagreements } from './disagreements.ts'
import { describeQuestion, type PressQuestion } from './questions.ts'
import type { RandomWorld, WorldMember, WorldPayroll } from './world.ts'

/** The codes of a preview, each once, in its order. */
export const codesOf = ({ problems }: Pick<PaymentPreview, 'problems'>): string[] => [
  ...new Set(problems.map(({ code }) => code)),
]

/** The refusals that a press answers by naming what it follows. */
const followed: ReadonlySet<string> = new Set(['ALREADY_PAID', 'PERIOD_UNCERTAIN'])
const mayPress: ReadonlySet<string> = new Set(['ADMIN', 'PAYROLL'])

/**
 * Asks a question of the preview and then presses, without and with what the press follows. Null: nothing was
 * paid.
 */
export async function comparePress(
  world: RandomWorld,
  who: WorldMember,
  payroll: WorldPayroll,
  question: PressQuestion,
  to: Disagreements,
): Promise<Payment | null> {
  const as = `${who.user.role} on ${payroll.name} ${describeQuestion(world, question)}`
  const previewed = await askPreview(who, payroll, question)
  if ('refused' in previewed) {
    const answer = await press(world, who, payroll, question, { previewHash: '', after: '' })
    const expected = mayPress.has(who.user.role) ? previewed.refused : 'NOT_ALLOWED_FOR_ROLE'
    to.same(
      `${as}: preview and press refuse`,
      expected,
      'refused' in answer ? answer.refused : 'paid',
    )
    return null
  }
  const { preview } = previewed.said
  comparePeople(as, question, previewed.said, to)
  const { previewHash } = preview
  const codes = codesOf(preview)
  const after = preview.uncertain?._id ?? preview.lastPaid?._id ?? ''
  const presses = codes.some((code) => followed.has(code)) ? ['', after] : ['']
  for (const named of presses) {
    const left = named === '' ? codes : codes.filter((code) => !followed.has(code))
    const [first] = mayPress.has(who.user.role) ? left : ['NOT_ALLOWED_FOR_ROLE']
    const answer = await press(world, who, payroll, question, { previewHash, after: named })
    const outcome = 'refused' in answer ? answer.refused : 'paid'
    to.saw(`press ${outcome}`)
    to.same(`${as}: the preview says ${JSON.stringify(left)}, the press`, first ?? 'paid', outcome)
    if ('said' in answer) {
      await comparePaid(world, as, question, previewed, answer, to)
      return answer.said
    }
  }
  return null
}

const sum = (amounts: readonly number[]) =>
  Number((amounts.reduce((total, one) => total + Math.round(one * 100), 0) / 100).toFixed(2))

/** The people who get no line by choice, or because another payroll has paid them. */
export function listLeftOut(question: PressQuestion, preview: PaymentPreview): Map<string, string> {
  const { include = [], leave = [], held = {} } = question
  const isIncluded = (id: string) => include === 'all' || include.includes(id)
  const elsewhere = preview.paidElsewhere.people.filter(({ employee }) => !isIncluded(employee._id))
  const heldIds = new Set(preview.held.map(({ employee }) => employee._id))
  const choice = (id: string) => held[id] ?? held['*']
  const waits = preview.held.filter(({ employee }) => choice(employee._id) === 'leave')
  const left = new Map<string, string>()
  for (const id of leave) left.set(id, heldIds.has(id) ? 'HELD_ADDRESS' : 'ASKED')
  for (const { employee } of waits) left.set(employee._id, 'HELD_ADDRESS')
  for (const { employee } of elsewhere) left.set(employee._id, 'PAID_ELSEWHERE')
  return left
}

/** People who wait after a reset are left out because somebody asked for it, too. */
const toChosen = (reason: string) => (reason === 'WAITS_AFTER_RESET' ? 'ASKED' : reason)

/** The list of people has everybody whom the sums count, and those who were left out of them. */
function comparePeople(
  as: string,
  question: PressQuestion,
  { preview, people }: Extract<Previewed, { said: unknown }>['said'],
  to: Disagreements,
): void {
  const left = listLeftOut(question, preview)
  const paid = people.filter(({ _id }) => !left.has(_id))
  to.same(`${as}: people of the preview and of its list`, preview.employees, paid.length)
  const sums = [preview.bitcoinUsd, preview.dollarsUsd, preview.totalUsd]
  const listed = [
    sum(paid.map((one) => one.bitcoinUsd)),
    sum(paid.map((one) => one.dollarsUsd)),
    sum(paid.map((one) => one.usd)),
  ]
  to.same(`${as}: sums of the preview and of its list`, sums, listed)
}

async function comparePaid(
  world: RandomWorld,
  as: string,
  question: PressQuestion,
  previewed: Extract<Previewed, { said: unknown }>,
  { said: payment }: Extract<Answered<Payment>, { said: unknown }>,
  to: Disagreements,
): Promise<void> {
  const { preview } = previewed.said
  const needs = preview.needsCode || preview.approvalsRequired > 0
  to.same(`${as}: waits for an approval`, needs, payment.state === 'pendingApproval')
  to.same(`${as}: period`, preview.period ?? null, payment.period ?? null)
  // A reopened payment has more lines than the press pays.
  if (preview.resumes) return to.same(`${as}: resumes`, preview.resumes._id, payment._id)
  const ofPreview = [preview.totalUsd, preview.bitcoinUsd, preview.dollarsUsd, preview.totalBtc]
  const ofPayment = [payment.totalUsd, payment.bitcoinUsd, payment.dollarsUsd, payment.totalBtc]
  to.same(`${as}: sums`, ofPreview, ofPayment)
  to.same(`${as}: people`, preview.employees, payment.lines)
  to.same(`${as}: transactions`, preview.transactions, payment.transactions.length)
  to.same(`${as}: fee`, preview.networkFee, payment.networkFee)
  const sorted = (left: Iterable<[string, string]>) => [...left].sort()
  to.same(
    `${as}: left out`,
    sorted(listLeftOut(question, preview)),
    sorted(payment.leftOut.map(({ employeeId, reason }) => [employeeId, toChosen(reason)])),
  )
  to.same(`${as}: paid before`, preview.paidBefore ?? [], payment.paidBefore ?? [])
  if (needs) await compareApproval(world, as, preview, payment, to)
}

async function compareApproval(
  world: RandomWorld,
  as: string,
  preview: PaymentPreview,
  payment: Payment,
  to: Disagreements,
): Promise<void> {
  const { approvals } = expectAccepted(approvalList, await world.call('GET', '/approvals'))
  const own = approvals.find((one) => one.payment?._id === payment._id)
  if (!own) return to.holds(`${as}: it waits, and nobody is asked`, false, approvals)
  // The list counts the own code of who answer as one.
  to.same(`${as}: approvals`, Math.max(1, preview.approvalsRequired), own.required)
  to.same(`${as}: reasons`, preview.reasons, own.reasons)
}
