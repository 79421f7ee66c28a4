import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { createPlayChain } from '#server/adapters/bitcoind/play-chain.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import type { PlayChain } from '#server/ports.ts'
import { insertApprover, makeApprovedPayday } from '#server/testing/approved-payday.ts'
import { macKeyOf } from '#server/testing/crash-mails.ts'
import { actions } from '#server/testing/engine.ts'
import { type Installation, testInstallation, until } from '#server/testing/installation.ts'
import { timesPaid } from '#server/testing/period-steps.ts'
import { readOccurrences } from './rows.ts'

/**
 * Kills the workers or the signer at each step of a payday that pays itself, while another worker
 * stands by.
 */
const stories: { workers: [Failpoint, Failpoint?]; signer: Failpoint }[] = [
  { workers: ['utxos-reserved', 'payday-planned'], signer: 'plan-read-by-signer' },
  { workers: ['plan-taken-up'], signer: 'signed-in-memory' },
  { workers: ['sent-state-unwritten'], signer: 'signed-bytes-stored' },
]
const titled = stories.map((story, nth) => ({
  ...story,
  nth,
  steps: [...story.workers, story.signer].join(', '),
}))

const rate = 9_100_000n
const sats = 3_000_000n
let installation: Installation
let play: PlayChain
let payday: (
  nth: number,
) => Promise<Awaited<ReturnType<typeof makeApprovedPayday>> & { ids: string[] }>

const startWorker = (name: string, FAILPOINT: Failpoint | '' = '') =>
  installation.start(name, 'worker', { FAILPOINT })
const startSigner = (FAILPOINT: Failpoint | '' = '') =>
  installation.start('signer', 'signer', { FAILPOINT })

/** A company with an approver, and a funded payroll for each story. */
beforeAll(async () => {
  installation = await testInstallation()
  const { owner, node } = installation
  const { rpcUrl, cookieFile } = node
  play = createPlayChain({ rpcUrl, cookieFile, user: null, password: null })
  const macKey = await macKeyOf(installation)
  // The addresses come from the account that the signer writes.
  await startSigner()
  const act = actions(
    { db: owner, worker: owner },
    {
      macKey,
      config: { publicUrl: 'http://127.0.0.1:3000' },
      log: pino({ enabled: false }),
      sandbox: true,
      feeCeilings: defaultFeeCeilings,
    },
  )
  const company = await act.company()
  const approver = await insertApprover({ db: owner, macKey }, company.companyId)
  const follower = await startWorker('worker')
  // The program follows the chain from its first look on, so it has to have looked.
  await installation.followed()
  const payrolls: Awaited<ReturnType<typeof act.payroll>>[] = []
  for (const _ of stories) {
    const payroll = await act.payroll(company.companyId, [20_000n, 30_000n])
    await play.give(payroll.script, sats)
    payrolls.push(payroll)
  }
  await play.mine(1)
  await until('all deposits are spendable', async () => {
    const rows = await owner.selectFrom('payroll_balances').select('spendable_sats').execute()
    return rows.every((row) => row.spendable_sats === sats)
  })
  await installation.followed()
  await follower.end('SIGKILL')
  payday = async (nth) => {
    const { payrollId = '', employeeIds: ids = [] } = payrolls[nth] ?? {}
    // No worker ran for a moment, and without a fresh price and node a payday waits 30 s.
    await act.price(rate)
    await owner.updateTable('node_status').set({ at: new Date() }).execute()
    const input = { key: '2026-11-Q1', rateUsdCentsPerBtc: rate, approver }
    const parts = { db: owner, owner, macKey }
    return { ids, ...(await makeApprovedPayday(parts, { ...company, payrollId }, input)) }
  }
})
afterAll(() => installation.stop())

test.each(titled)('a payday, killed at $steps → paid once', async ({ nth, workers, signer }) => {
  const { owner, node } = installation
  await installation.endAll()
  const armedSigner = await startSigner(signer)
  const { id, companyId, payrollId, ids } = await payday(nth)
  const [step, nextStep] = workers
  const first = await startWorker('worker', step)
  const second = await startWorker('second', nextStep)
  await until(`a worker dies at ${step}`, async () => first.hasEnded())
  if (nextStep) {
    await until(`a worker dies at ${nextStep}`, async () => second.hasEnded())
    await startWorker('third')
  }
  // The signer's parent starts it again, without the failpoint.
  await until(`a signer dies at ${signer}`, async () => armedSigner.killedSigners() === 1)
  const is = (state: string) => async () => {
    const sends = owner.selectFrom('transactions').select('state').where('type', '=', 'send')
    const rows = await sends.where('payroll_id', '=', payrollId).execute()
    return rows.map((row) => row.state).join() === state
  }
  await until('it is sent', is('unconfirmed'))
  expect(await node.rpc('getrawmempool')).toHaveLength(1)
  await play.mine(1)
  await until('it is confirmed', is('confirmed'))
  const { rows: orders } = await sql`SELECT p.period_key AS key, o.mac, o.required FROM sheets p
    FULL JOIN orders o ON o.sheet_id = p.id
    WHERE ${payrollId} IN (p.payroll_id, o.payroll_id)`.execute(owner)
  expect(orders).toEqual([{ key: '2026-11-Q1', mac: null, required: 0 }])
  expect(await timesPaid(owner, payrollId, ids)).toEqual([1, 1])
  const [row] = await readOccurrences(
    owner,
    await macKeyOf(installation),
    companyId,
    sql`o.id = ${id}`,
  )
  expect(row).toMatchObject({ isPaid: true, heldReason: null })
  expect(await installation.breaches()).toEqual([])
})
