import { sql } from 'kysely'
import { z } from 'zod/mini'
import { changes, heldAddress } from '#contract/changes.ts'
import { employee } from '#contract/employees.ts'
import type { Role } from '#domain/roles.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { pressRunPayment } from './approval-steps.ts'
import { testMacKey } from './codes.ts'
import { editEmployee, expectAccepted, expectRefusal, type TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'
import { releaseHold } from './step-up.ts'
import { aMember } from './team-steps.ts'

/** Steps of stories in which the address of somebody changes and waits. */
export function holdSteps(s: PayingCompany) {
  const releasePath = (id: string) => `/companies/employees/${id}/address-hold/release`
  const addressOf = async (ours: Pick<TestCompany, 'call'>, id: string) =>
    expectAccepted(employee, await ours.call('GET', `/companies/employees/${id}`)).cryptoAddress

  return {
    addressOf,
    /** A company of two, with a payroll that was paid once and can be paid again. */
    async paidTeam(salaries: bigint[], other: Role = 'APPROVER') {
      const ours = await s.company()
      const colleague = await aMember(ours.t, ours, other)
      const payroll = await s.funded(ours, salaries, 9_000_000n)
      const { payrollId } = payroll
      const answer = await pressRunPayment(ours, payrollId)
      const first = z.object({ payment: z.object({ _id: z.string() }) }).parse(answer.body.data)
      await s.paymentIs(ours, first.payment._id, 'unconfirmed')
      await s.engine.play.mine(1)
      await s.paymentIs(ours, first.payment._id, 'confirmed')
      await s.price(9_100_000n)
      return { ours, colleague, ...payroll, after: first.payment._id }
    },
    changesOf: async (ours: Pick<TestCompany, 'call'>, payrollId: string, query = '') =>
      expectAccepted(
        changes,
        await ours.call('GET', `/companies/payrolls/${payrollId}/changes${query}`),
      ),
    /** A press that is refused because of people at held addresses: those. */
    async heldAt(ours: TestCompany, payrollId: string, body: object) {
      const { data } = expectRefusal(
        await pressRunPayment(ours, payrollId, body),
        409,
        'HELD_ADDRESSES',
      )
      return z.array(heldAddress).parse(data?.held)
    },
    async confirmed(ours: TestCompany, paymentId: string) {
      await s.paymentIs(ours, paymentId, 'unconfirmed')
      await s.engine.play.mine(1)
      await s.paymentIs(ours, paymentId, 'confirmed')
      await s.price(9_100_000n)
    },
    /** The sum and address a payment has for each of its people, by its confirmed bytes. */
    async paidTo(paymentId: string): Promise<Record<string, string>> {
      const { rows } = await sql<{ id: string; address: string; same: boolean }>`
        SELECT l.employee_id AS id, l.address, l.script_pubkey = o.script_pubkey AS same
        FROM sheet_lines l JOIN transaction_outputs o ON o.line_id = l.id
        JOIN transactions t ON t.id = o.transaction_id AND t.state = 'confirmed'
        WHERE l.sheet_id = ${paymentId}`.execute(s.engine.db)
      if (!rows.every(({ same }) => same)) throw new Error('a line is not its output')
      return Object.fromEntries(rows.map(({ id, address }) => [id, address]))
    },
    move: (ours: TestCompany, id: string, cryptoAddress: string, more: object = {}) =>
      editEmployee(ours, id, { cryptoAddress, ...more }),
    salary: (ours: TestCompany, id: string, baseSalary: number) =>
      editEmployee(ours, id, { baseSalary }),
    release: releaseHold,
    releasePath,
    /** Moves all holds of a company `hours` into the past, as if they had been made earlier. */
    async earlier(companyId: string, hours: number) {
      const rows = await s.engine.db
        .selectFrom('employee_destinations')
        .selectAll()
        .where('company_id', '=', companyId)
        .execute()
      const before = (at: Date) => new Date(at.getTime() - hours * 3_600_000)
      for (const { id, ...row } of rows) {
        const moved: MacRow<'employee_destinations'> = {
          ...row,
          at: before(row.at),
          hold_until: row.hold_until && before(row.hold_until),
        }
        await s.engine.owner
          .updateTable('employee_destinations')
          .set({ ...moved, mac: macOf(testMacKey, 'employee_destinations', moved) })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}
