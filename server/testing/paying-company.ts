import { tmpdir } from 'node:os'
import type { Transaction } from '#contract/transactions.ts'
import { buildApp } from '#server/app.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { caller, cheapPasswords, testConfig } from './app.ts'
import { chainStory } from './chain-steps.ts'
import { codeSentTo } from './codes.ts'
import { type ApprovalSettings, aCompany, noApproval, type TestCompany } from './factories.ts'
import { sayPrice } from './fresh-price.ts'
import { confirmEmail, setApproval } from './step-up.ts'

/**
 * An engine with its HTTP side: a company that funds payrolls, pays, approves and withdraws. Without
 * `sandbox` a first run needs a code for its people.
 */
export async function startPayingCompany({
  sandbox = true,
  publicUrl = testConfig.publicUrl,
  ...ofEngine
}: {
  sandbox?: boolean
  publicUrl?: string
  autoBumpUsdCents?: bigint
  ownNode?: boolean
  /** As of `chainStory`. */
  backup?: string
  prepare?: (owner: Db) => Promise<unknown>
} = {}) {
  let addedMs = 0
  const now = () => Date.now() + addedMs
  const story = await chainStory({ now, ...ofEngine })
  const { engine } = story
  const { db, listener, log, macKey } = engine
  const app = await buildApp({
    config: { ...testConfig, sandbox, publicUrl, feeCeilings: engine.feeCeilings },
    db,
    copies: db,
    watching: db,
    uploadsDir: tmpdir(),
    listener,
    passwords: cheapPasswords(),
    clock: { now: () => new Date(now()) },
    log,
    macKey,
    smsConfigured: true,
    chain: engine.chain,
    metrics: null,
    stopping: new AbortController().signal,
    sandbox: null,
  })
  await app.ready()
  const wait = (ms: number) => {
    addedMs += ms
  }
  const t = { db, call: caller(app) }

  /** A price of this moment, of the app's clock. */
  const price = (usdCentsPerBtc: bigint) => sayPrice(engine.worker, usdCentsPerBtc, now)

  return {
    ...story,
    call: t.call,
    price,
    wait,
    /** A company that asks for codes as said; without a word, for none but a withdrawal's. */
    async company(approval: ApprovalSettings = noApproval) {
      const ours = await aCompany(t)
      await setApproval(ours, approval)
      if (!sandbox) await confirmEmail(ours)
      return ours
    },
    /** A file as it is downloaded. */
    async fileOf(ours: Pick<TestCompany, 'token'>, path: string): Promise<Buffer> {
      const headers = { authorization: `Bearer ${ours.token}` }
      return (await app.inject({ url: `/api/v1${path}`, headers })).rawPayload
    },
    codeOf: (ours: TestCompany) => codeSentTo(db, ours.form.email),
    /** A payroll of the company's, with people and funds. */
    async funded(ours: TestCompany, salaries: bigint[], sats: bigint, addresses: string[] = []) {
      const payroll = await engine.payroll(ours.companyId, salaries, addresses)
      await engine.play.give(payroll.script, sats)
      await engine.play.mine(1)
      await story.spendable(payroll.payrollId, sats)
      await price(9_100_000n)
      return payroll
    },
    transactionIs: (ours: TestCompany, id: string, state: Transaction['state']) =>
      engine.until(`the transaction is ${state}`, async () => {
        const transaction = await findTransaction(db, ours.companyId, id)
        return transaction?.state === state && transaction
      }),
    /** Rejects what waits for a code. */
    async reject(ours: TestCompany, payrollId: string) {
      const { id } = await db
        .selectFrom('transactions')
        .select('id')
        .where('payroll_id', '=', payrollId)
        .where('waiting_for', '=', 'approval')
        .executeTakeFirstOrThrow()
      const { status } = await ours.call('POST', `/transactions/${id}/reject`)
      if (status !== 200) throw new Error('what waits could not be rejected')
    },
    /** The worker looks at everything once more. */
    wake: () => notify(db, 'plans'),
    async stop(options?: Parameters<typeof engine.stop>[0]) {
      await app.close()
      await engine.stop(options)
    },
  }
}
export type PayingCompany = Awaited<ReturnType<typeof startPayingCompany>>
