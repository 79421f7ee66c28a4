import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import { Listener, notify } from '#server/platform/db/notify.ts'
import { caller, cheapPasswords, testConfig } from '../app.ts'
import type { Answer } from '../factories.ts'
import { Depositors } from '../random-lines/depositors.ts'
import { openProgram } from '../random-lines/program.ts'

export type WorldsProgram = Awaited<ReturnType<typeof openWorlds>>

const soonMs = 150

const rateUsdCentsPerBtc = 9_100_000n

/**
 * The program with its HTTP side, of a sandbox and of a real installation, on one database and a node in
 * memory. Companies are many, a world each, so that a world costs only its own calls.
 */
export async function openWorlds() {
  const program = await openProgram()
  const { db, owner, worker, settings, node, macKey, network } = program
  const listener = new Listener(program.database.appUrl, settings.log)
  await listener.open()
  const appOf = async (sandbox: boolean) => {
    const app = await buildApp({
      config: { ...testConfig, network, sandbox, feeCeilings: settings.feeCeilings },
      db,
      copies: db,
      watching: db,
      uploadsDir: tmpdir(),
      listener,
      passwords: cheapPasswords(),
      clock: { now: () => new Date() },
      log: settings.log,
      macKey,
      smsConfigured: true,
      chain: node.port,
      metrics: null,
      stopping: new AbortController().signal,
      sandbox: null,
    })
    await app.ready()
    return app
  }
  const apps = { sandbox: await appOf(true), real: await appOf(false) }

  /** Follower, worker and signer do all that there is to do. */
  async function work(): Promise<void> {
    await program.follow()
    await program.finishWork()
    await program.sign()
    await program.finishWork()
  }

  const forgetLimits = () => owner.deleteFrom('rate_limits').execute()

  return {
    ...program,
    calls: { sandbox: caller(apps.sandbox), real: caller(apps.real) },
    depositors: new Depositors(node),
    work,
    /** A call that may wait for the workers, who are at work meanwhile. */
    async working(call: Promise<Answer>): Promise<Answer> {
      let isOver = false
      const answered = call.finally(() => {
        isOver = true
      })
      // A refusal, and a payment that waits for approvals, come without any work.
      await Promise.race([answered, sleep(soonMs)])
      while (!isOver) {
        await work()
        await notify(db, 'transactions')
      }
      return answered
    },
    /** All unmined transactions, but those that `waits` names, are in a block. */
    async mine(waits: (txid: string) => boolean = () => false): Promise<void> {
      node.mine(node.waiting().filter(({ txid }) => !waits(txid)))
      await work()
    },
    /** Price and node as of now; the price of other worlds is gone. */
    async freshen(usdCentsPerBtc = rateUsdCentsPerBtc): Promise<void> {
      await owner.deleteFrom('prices').execute()
      await program.price(usdCentsPerBtc)
      await program.follow()
      await forgetLimits()
    },
    forgetLimits,
    async makePriceOld(): Promise<void> {
      const at = new Date(Date.now() - 10 * 60_000)
      await owner.updateTable('prices').set({ at }).execute()
    },
    async loseNode(): Promise<void> {
      await owner.updateTable('node_status').set({ trouble: 'unreachable' }).execute()
    },
    forgetPrice: () => worker.deleteFrom('prices').execute(),
    async close() {
      await Promise.all([apps.sandbox.close(), apps.real.close()])
      await listener.close()
      await program.close()
    },
  }
}
