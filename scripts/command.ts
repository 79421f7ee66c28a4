import { connect, type Db } from '#server/platform/db/database.ts'
import { explainError, print } from './print.ts'

/** Runs what an operator has typed; ends with 1 where it answers false, or fails and says why. */
export function command(main: () => Promise<boolean | undefined>): void {
  // Ended by hand: connections to a node stay open for a while in case they are used again.
  main().then(
    (isWell) => process.exit(isWell === false ? 1 : 0),
    (error: unknown) => {
      process.stderr.write(`${explainError(error)}\n`)
      process.exit(1)
    },
  )
}

/** Does `work` with a database, and lets go of it whatever comes of it. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { poolSize: 3, onError: (cause) => print(cause.message) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
