import { Client } from '#server/testing/client.ts'
import { withInstallation } from './installation.ts'
import { importedPayroll } from './payroll.ts'
import { startSecond } from './second.ts'
import { middle, reportFigure } from './table.ts'

/**
 * A payroll of PEOPLE (10) with its status, asked for ROUNDS (200) times, against a process that has each of
 * the statements planned again, as behind a pooler of connections, in turn.
 */
const people = Number(process.env.PEOPLE ?? 10)
const rounds = Number(process.env.ROUNDS ?? 200)
const warmUps = 20

await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const { _id } = await importedPayroll(client, people, 500)
  const path = `/api/v1/payrolls/${_id}`
  const pooled = await startSecond(it, 'api', (urlOf) => ({
    DATABASE_URL: `${urlOf('quincena_app')}?application_name=pooled`,
    DATABASE_DIRECT_URL: urlOf('quincena_app'),
  }))
  try {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      const our = await timeOf(client, it.program.baseUrl, path)
      const their = await timeOf(client, pooled.baseUrl, path)
      if (round < 0) continue
      ours.push(our)
      theirs.push(their)
    }
    reportFigure({
      what: `a payroll of ${people} people with its status`,
      against: 'the same with every statement planned again',
      goal: '≤ 0.5',
      measured: `${(middle(ours) / middle(theirs)).toFixed(2)} (${middle(ours).toFixed(0)} ms : ${middle(theirs).toFixed(0)} ms)`,
    })
  } finally {
    await pooled.end('SIGTERM')
  }
})

async function timeOf(client: Client, baseUrl: string, path: string): Promise<number> {
  client.baseUrl = baseUrl
  const start = performance.now()
  await client.call('GET', path)
  return performance.now() - start
}
