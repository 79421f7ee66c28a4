import Fastify from 'fastify'
import pg from 'pg'

/**
 * The cost of a list without a product around it: a handler runs the queries it is given, one after
 * another, and answers with the rows of the last. Started by requests.ts; says its port.
 */
const connectionString = process.env.BARE_DATABASE_URL
const queries = JSON.parse(process.env.BARE_QUERIES ?? '[]') as Query[]

export type Query = { sql: string; parameters: readonly unknown[] }

const pool = new pg.Pool({ connectionString, max: 10 })
const app = Fastify()
app.get('/', async () => {
  let rows: unknown[] = []
  for (const { sql, parameters } of queries) {
    rows = (await pool.query({ text: sql, values: [...parameters] })).rows
  }
  return { success: true, message: '', data: rows }
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
