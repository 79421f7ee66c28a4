import { everyLine, noteSent, readSums } from '#server/features/dollar-lines/store.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { lineOf } from './judge.ts'
import type { SteppedProgram } from './program.ts'
import type { Staff } from './staff.ts'

/** The dollars of everybody: by person and period the line that a list for the bank had. */
export class SentDollars {
  readonly #lines = new Map<string, string>()

  /** Sends the list of a payment, if it is due, to the bank; throws where it has dollars a second time. */
  async send({ db }: SteppedProgram, staff: Staff, paymentId: string): Promise<number> {
    const { companyId, userId } = staff
    const run = { companyId, paymentId }
    const isDue = await inTransaction(db, async (trx) => {
      const sums = await readSums(trx, run)
      if (!sums?.isDue) return false
      await noteSent(trx, run, { userId, now: new Date() })
      return true
    })
    if (!isDue) return 0
    let count = 0
    for await (const lines of everyLine(db, run)) {
      for (const { _id, employeeId } of lines) {
        const key = lineOf(staff.periodOf.get(paymentId) ?? 0, employeeId)
        const before = this.#lines.get(key)
        if (before !== undefined && before !== _id) throw new Error(`the dollars of ${key} twice`)
        this.#lines.set(key, _id)
        count += 1
      }
    }
    return count
  }

  isSent(period: number, employeeId: string): boolean {
    return this.#lines.has(lineOf(period, employeeId))
  }
}
