import pg from 'pg'
import { connect, type Db } from '#server/platform/db/database.ts'

/** The result of a look into the program's tables; null where they do not exist yet. */
export async function lookInto<T>(url: string, look: (db: Db) => Promise<T>): Promise<T | null> {
  const db = connect(url, { poolSize: 1, pooled: true, onError: () => undefined })
  try {
    return await look(db)
  } catch (error) {
    const undefinedTable = '42P01'
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null
    throw error
  } finally {
    await db.destroy()
  }
}
