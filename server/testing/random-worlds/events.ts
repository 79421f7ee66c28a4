import { approvalList } from '#contract/approvals.ts'
import { calendarAnswer } from '#contract/calendar.ts'
import { paymentPreview } from '#contract/payments.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { parseBtc } from '#domain/money.ts'
import { codeSentTo } from '../codes.ts'
import { anAddress } from '../engine.ts'
import { expectAccepted } from '../factories.ts'
import { moveOrdersBack } from '../move-orders-back.ts'
import { approveByCode } from '../step-up.ts'
import { saveConsent } from './begin.ts'
import { changePerson, hirePerson } from './people.ts'
import type { RandomWorld, WorldMember, WorldPayroll } from './world.ts'

const path = ({ id }: WorldPayroll) => `/companies/payrolls/${id}`

export const readWorldPreview = async (world: RandomWorld, payroll: WorldPayroll, query = '') => {
  const answer = await world.call('GET', `${path(payroll)}/payment-preview${query}`)
  return answer.status === 200 ? expectAccepted(paymentPreview, answer) : null
}

export async function sendDeposit(
  world: RandomWorld,
  payroll: WorldPayroll,
  sats: bigint,
): Promise<void> {
  if (sats < 600n) return
  world.program.depositors.pay(payroll.script, sats)
  await world.program.work()
  world.tell(`${payroll.name} gets ${sats} sat`)
}

/** Sends a payroll nothing, too little, exactly what is missing, or more. */
export async function fundPayroll(
  world: RandomWorld,
  payroll: WorldPayroll,
  isEnough: boolean,
): Promise<void> {
  const preview = await readWorldPreview(world, payroll)
  const missing = parseBtc(preview?.missing.btc ?? '0') ?? 0n
  const more = BigInt(world.random.pick([2_000, 300_000, 3_000_000]))
  const sums = isEnough ? [missing + more] : [missing / 2n, missing - 1n, missing, missing + more]
  await sendDeposit(world, payroll, world.random.pick(sums))
}

/** Approves what waits of a payroll, as long as somebody can. */
export async function approveAll(world: RandomWorld): Promise<void> {
  const everybody: WorldMember[] = [world.company, ...world.members]
  for (const who of everybody) {
    const answer = await who.call('GET', '/approvals')
    if (answer.status !== 200) continue
    const { approvals } = expectAccepted(approvalList, answer)
    for (const { _id, canApprove, kind } of approvals) {
      if (!canApprove || kind === 'RULES') continue
      await world.try(`${who.user.role} approves ${kind}`, approveByCode(who, _id))
    }
  }
  await world.program.work()
}

async function someOf(world: RandomWorld, payroll: WorldPayroll): Promise<string[]> {
  return (await world.membersOf(payroll)).filter(() => world.random.chance(0.4))
}

/** Presses 'Pagar' as somebody does who takes every hint of the dialog. */
export async function pay(world: RandomWorld, payroll: WorldPayroll): Promise<void> {
  const { random, program } = world
  if (random.chance(0.9)) {
    await fundPayroll(world, payroll, true)
    await program.mine()
  }
  const some = await someOf(world, payroll)
  const choice = random.below(4)
  const chosen =
    choice === 0 && some.length > 0 ? { only: some } : choice === 1 ? { leave: some } : {}
  const query = Object.entries(chosen).map(([name, ids]) => `?${name}=${ids.join(',')}`)
  const preview = await readWorldPreview(world, payroll, query[0])
  if (!preview) return
  const held = { held: { '*': random.pick(['leave', 'previous']) } }
  const after = { after: preview.uncertain?._id ?? preview.lastPaid?._id ?? '' }
  const body = { ...chosen, ...held, ...after, include: random.chance(0.2) ? 'all' : [] }
  const names = Object.entries(chosen).map(
    ([name, ids]) => `${name} ${ids.map((id) => world.nameOf(id))}`,
  )
  const press = program.working(world.call('POST', `${path(payroll)}/run-payment`, body))
  const { status, body: said } = await world.try(`pays ${payroll.name} ${names}`, press)
  if (status !== 200) return
  if (random.chance(0.85)) await approveAll(world)
  await endPayment(world, said.data.payment._id)
}

async function endPayment(world: RandomWorld, paymentId: string): Promise<void> {
  const { random, program } = world
  if (random.chance(0.5)) await sendDollars(world, paymentId)
  const dice = random.below(100)
  if (dice < 55) {
    await program.mine()
    world.tell('a block confirms it')
  } else if (dice < 80) await cancel(world, paymentId)
  if (random.chance(0.4)) await letTimePass(world)
}

async function sendDollars(world: RandomWorld, paymentId: string): Promise<void> {
  const list = `/payments/${paymentId}/dollar-lines`
  const { status, body } = await world.call('GET', list)
  if (status !== 200) return
  for (const line of body.data.lines ?? []) {
    if (!world.random.chance(0.8)) continue
    const marking = world.call('PATCH', `${list}/${line._id}`, { paid: true, reference: 'R1' })
    await world.try('dollars are marked as paid', marking)
  }
}

async function cancel(world: RandomWorld, paymentId: string): Promise<void> {
  const { call, program, random } = world
  const { body } = await call('GET', `/companies/payments/${paymentId}`)
  for (const { _id } of body.data?.payment.transactions ?? []) {
    const isWaiting = random.chance(0.5)
    const act = isWaiting ? 'reject' : 'cancel'
    await world.try(act, call('POST', `/transactions/${_id}/${act}`, isWaiting ? {} : undefined))
  }
  await program.work()
  if (!random.chance(0.75)) return
  await program.mine()
  world.tell('a block has the cancellation')
}

export async function letTimePass(world: RandomWorld): Promise<void> {
  await moveOrdersBack(world.program.owner, world.company.companyId, '80 hours')
  world.tell('80 hours pass')
}

async function withdraw(world: RandomWorld, payroll: WorldPayroll): Promise<void> {
  const { random, call, program } = world
  const amount = random.chance(0.5) ? { amount: '0.00020000' } : {}
  const body = { address: anAddress(), ...amount }
  const request = call('POST', `${path(payroll)}/withdraw-funds`, body)
  const { status, body: said } = await world.try(
    `withdraws ${amount.amount ?? 'everything'} of ${payroll.name}`,
    request,
  )
  if (status !== 200 || random.chance(0.3)) return
  const code = await codeSentTo(program.db, world.company.form.email)
  const approving = call('POST', `/transactions/${said.data.transaction._id}/approve`, { code })
  await world.try('approves the withdrawal', program.working(approving))
  await program.work()
  if (random.chance(0.6)) await program.mine()
}

async function payBonus(world: RandomWorld, payroll: WorldPayroll): Promise<void> {
  const { random, call, program } = world
  const body = { kind: 'BONUS', year: 2026, usd: random.pick([5, 400]) }
  const made = await world.try(
    `a bonus of ${body.usd} for ${payroll.name}`,
    call('POST', `${path(payroll)}/special-runs`, body),
  )
  if (made.status > 201 || random.chance(0.4)) return
  const { _id } = expectAccepted(specialRunAnswer, made, made.status).specialRun
  const press = program.working(
    call('POST', `/special-runs/${_id}/run`, { held: { '*': 'leave' } }),
  )
  const { status, body: said } = await world.try('pays the bonus', press)
  if (status !== 200) return
  if (random.chance(0.8)) await approveAll(world)
  await endPayment(world, said.data.payment._id)
}

async function prepare(world: RandomWorld, payroll: WorldPayroll): Promise<void> {
  const { random, call } = world
  const { occurrences } = expectAccepted(calendarAnswer, await call('GET', '/calendar'))
  const own = occurrences.filter((one) => one.payroll._id === payroll.id && one.state === 'planned')
  if (own.length === 0) return
  const { _id, periodKey } = random.pick(own)
  const body = { held: { '*': 'leave' }, include: [] }
  await world.try(`prepares ${periodKey}`, call('POST', `/calendar/${_id}/prepare`, body))
  if (random.chance(0.7)) await approveAll(world)
}

async function changePeople(world: RandomWorld, payroll: WorldPayroll): Promise<void> {
  const { random, call } = world
  const people = await world.membersOf(payroll)
  if (people.length === 0 || random.chance(0.2)) {
    await hirePerson(world, payroll)
    return
  }
  const id = random.pick(people)
  const dice = random.below(10)
  if (dice < 6) return changePerson(world, id)
  if (dice < 7) return saveConsent(world, id, random.chance(0.5))
  const membership = `${path(payroll)}/employees/${id}`
  if (dice < 9) await world.try(`${world.nameOf(id)} leaves`, call('DELETE', membership))
  else
    await world.try(`${world.nameOf(id)} is deleted`, call('DELETE', `/companies/employees/${id}`))
}

/** One thing that happens in a company. */
export async function happen(world: RandomWorld): Promise<void> {
  const { random, call } = world
  const payroll = random.pick(world.payrolls)
  const dice = random.below(100)
  if (dice < 45) return pay(world, payroll)
  if (dice < 75) return changePeople(world, payroll)
  if (dice < 78) return letTimePass(world)
  if (dice < 82) return withdraw(world, payroll)
  if (dice < 87) return payBonus(world, payroll)
  if (dice < 93) return prepare(world, payroll)
  if (dice < 96) {
    await world.try(
      `closes the payment of ${payroll.name}`,
      call('POST', `${path(payroll)}/close-payment`),
    )
    return
  }
  await world.program.mine()
  world.tell('a block')
}
