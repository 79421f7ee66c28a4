import { session } from '#contract/auth.ts'
import { expectAccepted } from '../factories.ts'
import { freezeByMail } from '../freeze-steps.ts'
import { fundPayroll } from './events.ts'
import type { RandomWorld, WorldMember } from './world.ts'

async function signInAgain<M extends WorldMember>({ company }: RandomWorld, who: M): Promise<M> {
  const body = { email: who.form.email, password: who.form.password }
  const { call: send } = company.t
  const answer = await send('POST', '/auth/sign-in', { body })
  if (answer.status !== 200) return who
  const { token } = expectAccepted(session, answer)
  const call: WorldMember['call'] = (method, path, sent, options = {}) =>
    send(method, path, { token, body: sent, ...options })
  return { ...who, token, call }
}

async function freeze(world: RandomWorld): Promise<void> {
  const { company, program } = world
  await freezeByMail({ db: program.db, call: company.t.call }, company.companyId)
  world.tell('the company is frozen')
  // A freeze ends every session.
  world.company = await signInAgain(world, company)
  world.members = await Promise.all(world.members.map((one) => signInAgain(world, one)))
}

/** The present: the funds, price and node of the moment in which everybody is asked. */
export async function makePresent(world: RandomWorld): Promise<void> {
  const { random, program } = world
  for (const payroll of world.payrolls) {
    if (!random.chance(0.75)) continue
    await fundPayroll(world, payroll, random.chance(0.65))
    if (random.chance(0.8)) await program.mine()
    else world.tell('the deposit is in no block')
  }
  if (random.chance(0.05)) await freeze(world)
  const rate = random.pick([9_100_000n, 9_100_000n, 9_100_000n, 8_000_000n, 12_000_000n])
  await program.freshen(rate)
  world.tell(`a bitcoin is ${rate} cents`)
  const dice = random.below(100)
  if (dice < 5) await program.makePriceOld()
  else if (dice < 7) await program.forgetPrice()
  else if (dice < 12) await program.loseNode()
  if (dice < 12) world.tell(dice < 5 ? 'the price is old' : dice < 7 ? 'no price' : 'no node')
}
