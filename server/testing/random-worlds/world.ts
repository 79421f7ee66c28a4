import { type Answer, aCompany, aPayroll, type TestCompany } from '../factories.ts'
import { setPaydays } from '../period-steps.ts'
import { Random } from '../random.ts'
import { aMember } from '../team-steps.ts'
import type { WorldsProgram } from './program.ts'

export type WorldMember = Awaited<ReturnType<typeof aMember>> | TestCompany
export type WorldPayroll = { id: string; name: string; script: Buffer; periodKeys: string[] }

/** One company with its payrolls, and the story of how it came about. */
export class RandomWorld {
  readonly story: string[] = []
  readonly program: WorldsProgram
  readonly random: Random
  /** Whether its installation is a sandbox, where a first run asks for less. */
  readonly isSandbox: boolean
  company: TestCompany
  /** The team of the company, without the person who signed up. */
  members: WorldMember[] = []
  readonly payrolls: WorldPayroll[] = []
  /** All employees that were ever made, by the names that the story gives them. */
  readonly people = new Map<string, string>()

  private constructor(
    program: WorldsProgram,
    random: Random,
    company: TestCompany,
    isSandbox: boolean,
  ) {
    this.program = program
    this.random = random
    this.company = company
    this.isSandbox = isSandbox
  }

  static async begin(program: WorldsProgram, seed: number): Promise<RandomWorld> {
    const random = new Random(seed)
    await program.freshen()
    const isSandbox = random.chance(0.7)
    const call = program.calls[isSandbox ? 'sandbox' : 'real']
    const company = await aCompany({ db: program.db, call })
    const world = new RandomWorld(program, random, company, isSandbox)
    world.tell(isSandbox ? 'a company of a sandbox' : 'a company with real money')
    return world
  }

  tell(text: string): void {
    this.story.push(text)
  }

  get call() {
    return this.company.call
  }

  get owner() {
    const { program, company } = this
    return { db: program.db, macKey: program.macKey, companyId: company.companyId }
  }

  nameOf(id: string): string {
    for (const [name, one] of this.people) if (one === id) return name
    return this.payrolls.find((one) => one.id === id)?.name ?? id
  }

  /** A call of the story: a refusal is a part of it. */
  async try(text: string, answer: Promise<Answer>): Promise<Answer> {
    const { status, body, headers } = await answer
    this.tell(status < 300 ? text : `${text}: refused, ${status} ${body.code}`)
    return { status, body, headers }
  }

  async join(role: 'ADMIN' | 'PAYROLL' | 'APPROVER' | 'ACCOUNTANT'): Promise<void> {
    this.members.push(await aMember(this.company.t, this.company, role))
    this.tell(`a colleague: ${role}`)
  }

  async addPayroll(): Promise<WorldPayroll> {
    const name = `Payroll ${this.payrolls.length + 1}`
    const { _id: id } = await aPayroll(this.company, { name })
    const { script } = await this.program.db
      .selectFrom('addresses')
      .select('script_pubkey as script')
      .where('payroll_id', '=', id)
      .executeTakeFirstOrThrow()
    const payroll = { id, name, script, periodKeys: [] }
    this.payrolls.push(payroll)
    return payroll
  }

  /** The payroll has dates: paydays of 15 days, or of a month, around now. */
  async setDates(payroll: WorldPayroll): Promise<void> {
    const { random, company, program } = this
    const keys = random.chance(0.75)
      ? ['2026-10-Q2', '2026-11-Q1', '2026-11-Q2', '2026-12-Q1']
      : ['2026-10', '2026-11', '2026-12']
    const apart = keys.length === 4 ? 360 : 720
    const nearest = random.pick([-200, -30, -4, -1, 2, 30, 60, 150, 200])
    const isSkipped = random.chance(0.1) ? random.below(keys.length) : -1
    const rows = keys.map((key, index) => ({
      key,
      inHours: nearest + (index - 1) * apart + (random.chance(0.1) ? apart * 0.9 : 0),
      skipped: index === isSkipped,
    }))
    const owner = { companyId: company.companyId, payrollId: payroll.id, userId: company.user._id }
    await setPaydays(program.owner, owner, rows, program.macKey)
    payroll.periodKeys.push(...keys)
    const dates = rows.map(
      (row) => `${row.key} in ${row.inHours} h${row.skipped ? ' (skipped)' : ''}`,
    )
    this.tell(`${payroll.name} has dates: ${dates.join(', ')}`)
  }

  add(payroll: WorldPayroll, id: string): Promise<Answer> {
    const path = `/companies/payrolls/${payroll.id}/employees/${id}`
    return this.try(`${this.nameOf(id)} joins ${payroll.name}`, this.call('PATCH', path))
  }

  async membersOf(payroll: WorldPayroll): Promise<string[]> {
    const rows = await this.program.db
      .selectFrom('payroll_members')
      .select('employee_id as id')
      .where('payroll_id', '=', payroll.id)
      .orderBy('employee_id')
      .execute()
    // Ids are random, and their order would not be the same when a seed is run again.
    return [...this.people.values()].filter((one) => rows.some(({ id }) => id === one))
  }
}
