import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { catchUp } from '#server/features/chain/follow/catch-up.ts'
import { followMempool, type Seen } from '#server/features/chain/follow/mempool.ts'
import { saveNodeStatus } from '#server/features/chain/follow/save-node-status.ts'
import { sendPayments } from '#server/features/payments/send/send-payments.ts'
import { connect } from '#server/platform/db/database.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import type { Caps } from '#server/signer/caps.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { SignerHoldWatch } from '#server/signer/hold.ts'
import { KnownPlans } from '#server/signer/known-plans.ts'
import { plansToSign } from '#server/signer/read-plan.ts'
import { SignatureMemory } from '#server/signer/signature-memory.ts'
import { signOne } from '#server/signer/signer.ts'
import { recordPathOf, SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { testMacKey } from '../codes.ts'
import { actions, testSite } from '../engine.ts'
import { testDatabase } from '../postgres.ts'
import { FakeNode } from './fake-node.ts'

export type SteppedProgram = Awaited<ReturnType<typeof openProgram>>

type Line = { level: number; msg: string; err?: { message: string; stack?: string } }
const errorLevel = 50

/** Follower, payments' worker and signer on a real database, a step at a time, and a node in memory. */
export async function openProgram() {
  const database = await testDatabase()
  const onError = () => undefined
  const open = (url: string) => connect(url, { onError })
  const db = withMacsOfActs(open(database.appUrl), testMacKey)
  const worker = withMacsOfActs(open(database.workerUrl), testMacKey)
  const signerDb = open(database.signerUrl)
  const owner = open(database.ownerUrl)
  const lines: Line[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const node = new FakeNode()
  const network = 'regtest' as const
  const macKey = testMacKey
  const caps: Caps = {
    paymentUsdCents: null,
    dayUsdCents: null,
    allUsdCents: null,
    fees: { ...defaultFeeCeilings },
  }
  const feeCeilings = { ...defaultFeeCeilings }
  const config = { publicUrl: 'http://127.0.0.1:3000' }
  const wallet = await openWallet(signerDb, network, 'ab'.repeat(32))
  const folder = mkdtempSync(join(tmpdir(), 'quincena-random-lines-'))
  const listener = { next: async () => undefined } as unknown as Listener
  const countFile = new CountFile(join(folder, 'signer.count'), wallet.xpub)
  const signer = {
    db: signerDb,
    listener,
    wallet,
    memory: new SignatureMemory(wallet.memoryKey),
    plans: new KnownPlans(),
    countFile,
    record: new SigningRecord(recordPathOf(countFile.path, wallet.xpub), wallet.recordKey),
    hold: new SignerHoldWatch(),
    network,
    macKey,
    caps,
    comparesRates: false,
    log,
    site: testSite,
  }
  const parts = { db: worker, chain: node.port, network, macKey, feeCeilings, log }
  const settings = { macKey, config, log, sandbox: true, feeCeilings }
  const seen: Seen = new Set()

  /** Errors that no event of a chain may cause. */
  function refuseFaults() {
    const isFault = ({ level, msg, err }: Line) =>
      msg.startsWith('settling payments failed') || (level >= errorLevel && err !== undefined)
    const fault = lines.splice(0).find(isFault)
    if (fault) throw new Error(`${fault.msg}: ${JSON.stringify(fault)}`)
  }

  const program = {
    database,
    db,
    worker,
    owner,
    node,
    network,
    macKey,
    feeCeilings,
    settings,
    ...actions({ db, worker }, settings),
    async follow() {
      const { info, tip, trouble } = await catchUp(parts, new AbortController().signal)
      if (trouble) throw new Error(`the follower is in trouble: ${trouble}`)
      await followMempool(parts, seen, tip)
      await saveNodeStatus(parts, info, tip, trouble)
      refuseFaults()
    },
    /** A round of the worker: its next wait ends it. */
    async finishWork() {
      const round = new AbortController()
      const ending = { next: async () => round.abort() } as unknown as Listener
      await sendPayments({ ...parts, listener: ending, autoBumpUsdCents: 0n }, round.signal)
      refuseFaults()
    },
    /** Answers which plans were signed, or refused. */
    async sign(): Promise<string[]> {
      const plans = await plansToSign(signerDb, signer)
      for (const id of plans) await signOne(signer, id)
      refuseFaults()
      return plans
    },
    async close() {
      await Promise.all([db, worker, signerDb, owner].map((pool) => pool.destroy()))
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
  await program.follow()
  // Deep enough for every reorganisation.
  for (let block = 0; block < 130; block++) node.mine([])
  await program.follow()
  return program
}
