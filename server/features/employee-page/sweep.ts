import { dayMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Longer than a link, a session or a code is of use. */
const keptMs = dayMs

/** Deletes expired rows; codes go with their session. */
export async function sweepEmployeePage(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await db.deleteFrom('employee_links').where('created_at', '<', before).execute()
  await db.deleteFrom('employee_sessions').where('created_at', '<', before).execute()
}
