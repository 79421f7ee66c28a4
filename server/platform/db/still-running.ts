import { sql } from 'kysely'
import type { Trx } from './database.ts'

/** A refusal that changed nothing; the message is for the operator. */
export class StillRunning extends Error {
  override name = 'StillRunning'
}

/** Any process of the program has connections of its roles: api, worker and signer alike. */
export async function refuseWhileRunning(trx: Trx, why: string): Promise<void> {
  const { rows } = await sql<{ role: string; connections: number }>`
    SELECT usename AS role, count(*)::integer AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND usename IN ('quincena_app', 'quincena_worker', 'quincena_signer')
    GROUP BY 1 ORDER BY 1`.execute(trx)
  if (rows.length === 0) return
  const who = rows.map(({ role, connections }) => `${connections} of ${role}`).join(', ')
  throw new StillRunning(
    `The program still runs, or a pooler holds its connections (${who}). Stop every process first: ${why}`,
  )
}
