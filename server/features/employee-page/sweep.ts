import type { Db } from '#server/platform/db/database.ts'

/** Longer than a link, a session and a code are of use. */
const keptMs = 24 * 60 * 60_000

/** Deletes what has run out; codes go with their session. */
export async function sweepEmployeePage(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await db.deleteFrom('employee_links').where('created_at', '<', before).execute()
  await db.deleteFrom('employee_sessions').where('created_at', '<', before).execute()
}
