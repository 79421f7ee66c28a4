import { changeUser } from '../account-steps.ts'
import { confirmEmail, setApproval } from '../step-up.ts'
import { hirePerson } from './people.ts'
import type { WorldsProgram } from './program.ts'
import { RandomWorld } from './world.ts'

/** A company with a team, rules, payrolls and people; nothing was paid yet. */
export async function beginWorld(program: WorldsProgram, seed: number): Promise<RandomWorld> {
  const world = await RandomWorld.begin(program, seed)
  const { random, company } = world
  if (!world.isSandbox && random.chance(0.85)) await confirmEmail(company)
  const roles = ['ADMIN', 'ADMIN', 'PAYROLL', 'APPROVER', 'APPROVER', 'ACCOUNTANT'] as const
  const team = random.pick([0, 0, 1, 2, 3])
  for (let n = 0; n < team; n++) await world.join(random.pick(roles))
  await setRules(world)
  const payrolls = random.pick([1, 1, 2, 2, 3])
  for (let n = 0; n < payrolls; n++) await staffPayroll(world)
  if (random.chance(0.04)) {
    await changeUser(program.db, company, { password_reset_at: new Date() })
    world.tell('the password of the first administrator was reset by mail')
  }
  return world
}

async function setRules(world: RandomWorld): Promise<void> {
  const { random, company } = world
  const approval = {
    overUsd: random.pick([null, null, 0, 700]),
    changedAddresses: random.chance(0.5),
  }
  await setApproval(company, approval)
  world.tell(`codes: ${JSON.stringify(approval)}`)
  const settings = {
    requireConsent: random.chance(0.2),
    fundingReservePercent: random.pick([0, 3, 20]),
    ...(random.chance(0.6) ? { addressHoldHours: 48 } : {}),
  }
  await world.try(
    `settings: ${JSON.stringify(settings)}`,
    world.call('PUT', '/companies', settings),
  )
  if (!random.chance(0.4)) return
  const tiers = [{ fromUsd: random.pick([0, 600]), approvals: random.pick([1, 1, 2]) }]
  const saving = world.call('PUT', '/companies/approval-rules', { tiers })
  await world.try(`approvals: ${JSON.stringify(tiers)}`, saving)
}

async function staffPayroll(world: RandomWorld): Promise<void> {
  const { random } = world
  const earlier = [...world.people.values()]
  const payroll = await world.addPayroll()
  world.tell(`${payroll.name} begins`)
  if (random.chance(0.65)) await world.setDates(payroll)
  const people = random.pick([0, 1, 2, 2, 3, 3, 4, 6])
  for (let n = 0; n < people; n++) {
    const id = await hirePerson(world, payroll)
    if (random.chance(0.2)) await saveConsent(world, id, random.chance(0.8))
  }
  for (const id of earlier) if (random.chance(0.45)) await world.add(payroll, id)
}

export async function saveConsent(world: RandomWorld, id: string, agreed: boolean): Promise<void> {
  const body = { agreed, note: 'on paper' }
  const saying = world.call('PUT', `/companies/employees/${id}/consent`, body)
  await world.try(`${world.nameOf(id)} ${agreed ? 'agrees' : 'does not agree'}`, saying)
}
