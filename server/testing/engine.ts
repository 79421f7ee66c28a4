import { type KeyObject, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { addressOfScript, parseBtcAddress } from '#domain/address.ts'
import { defaultFeeCeilings, type FeeCeilings } from '#domain/fee-ceilings.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { createPlayChain } from '#server/adapters/bitcoind/play-chain.ts'
import { insertCompany, insertUser } from '#server/authorization/account-rows.ts'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import { addMembers, endMembers } from '#server/authorization/member-rows.ts'
import {
  changePayroll,
  findLivePayroll,
  insertPayroll,
} from '#server/authorization/payroll-rows.ts'
import { follow, newReceiveAddress, watchAddress } from '#server/features/chain/index.ts'
import type { Breach } from '#server/features/invariants/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import type { SpecialPress } from '#server/features/payments/index.ts'
import { planRun } from '#server/features/payments/run/run.ts'
import { sendPayments } from '#server/features/payments/send/send-payments.ts'
import { connect, type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { Listener } from '#server/platform/db/notify.ts'
import { createLog } from '#server/platform/observe/log.ts'
import type { Chain } from '#server/ports.ts'
import { siteOf } from '#server/signer/authority/assertions.ts'
import type { Caps } from '#server/signer/caps.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { SignerHoldWatch } from '#server/signer/hold.ts'
import { KnownPlans } from '#server/signer/known-plans.ts'
import { countSignatures } from '#server/signer/pending-record.ts'
import { SignatureMemory } from '#server/signer/signature-memory.ts'
import { signPlans } from '#server/signer/signer.ts'
import { recordPathOf, SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type TestBitcoind, testBitcoind } from './bitcoind.ts'
import { testMacKey } from './codes.ts'
import { keepPriceFresh, sayPrice } from './fresh-price.ts'
import { breachesAtRest, describeBreaches } from './money-at-rest.ts'
import { payTerms } from './pay-terms.ts'
import { testDatabase } from './postgres.ts'
import { startSharedBitcoind } from './shared-bitcoind.ts'

/** Short intervals: a story waits for what happens, and not for the next look at it. */
const hurried = { lookMs: 100, mempoolMs: 250, statusMs: 500 }

type Options = {
  nodeArgs?: readonly string[]
  /** A node of its own, for a file that takes blocks back, restarts the node or stops it. */
  ownNode?: boolean
  /** A node that was there before and stays. */
  node?: TestBitcoind
  /** A dump of another engine's database, restored; the operator has said so to the signer. */
  backup?: string
  /** A task for the owner of the database before the program's first start. */
  prepare?: (owner: Db) => Promise<unknown>
  /** The limit for fees added to a slow transaction without a press. */
  autoBumpUsdCents?: bigint
  /** Whether a first run is paid without asking about its people, as in the sandbox. */
  sandbox?: boolean
  /** Whether the signer compares rates with those of before, as it does with real money. */
  comparesRates?: boolean
  /** How many processes' worth of followers are at work on one database. */
  followers?: number
  /** The clock of those who press, where a test puts it forward. */
  now?: () => number
}

export type Engine = Awaited<ReturnType<typeof testEngine>>

/** A fresh regtest address of somebody else: of a hash, since deriving a key takes a millisecond. */
export function anAddress(): string {
  const script = Uint8Array.of(0, 20, ...crypto.getRandomValues(new Uint8Array(20)))
  const address = addressOfScript(script, 'regtest')
  if (!address) throw new Error('no address')
  return address
}

/** Passkeys work at a name, not at an IP address. */
export const testSite = siteOf('http://localhost:3000')

/**
 * The money side of the program on a real PostgreSQL and a real node: follower, payments' worker and
 * signer run in this process; the HTTP side is left out.
 */
export async function testEngine({
  nodeArgs = [],
  ownNode = nodeArgs.length > 0,
  followers = 1,
  autoBumpUsdCents = 0n,
  sandbox = true,
  comparesRates = false,
  now = Date.now,
  ...given
}: Options = {}) {
  const database = await testDatabase(given.backup)
  const own = ownNode ? await testBitcoind({ extraArgs: nodeArgs, prepared: true }) : null
  const node = given.node ?? own ?? (await startSharedBitcoind())
  const alarms: string[] = []
  const log = process.env.TEST_LOG_LEVEL
    ? createLog(process.env.TEST_LOG_LEVEL)
    : pino({ level: 'error' }, { write: (line) => alarms.push(JSON.parse(line).msg) })
  const onError = () => undefined
  const db = withMacsOfActs(connect(database.appUrl, { onError }), testMacKey)
  const worker = withMacsOfActs(connect(database.workerUrl, { onError }), testMacKey)
  const signerDb = connect(database.signerUrl, { onError })
  const owner = connect(database.ownerUrl, { onError })
  const listener = new Listener(database.appUrl, log)
  await listener.open()
  const rpc = { rpcUrl: node.rpcUrl, cookieFile: node.cookieFile, user: null, password: null }
  let current = createChain(rpc)
  // Calls go to the current node: a test may put another one in its place.
  const chain = new Proxy(current, { get: (_, name: keyof Chain) => current[name] })
  const play = createPlayChain(rpc)
  await play.prepare()
  const config = { publicUrl: 'http://127.0.0.1:3000' }
  const macKey = testMacKey
  const caps: Caps = {
    paymentUsdCents: null,
    dayUsdCents: null,
    allUsdCents: null,
    fees: { ...defaultFeeCeilings },
  }
  const feeCeilings = { ...defaultFeeCeilings }
  const network = 'regtest' as const
  await given.prepare?.(owner)
  const wallet = await openWallet(signerDb, network, 'ab'.repeat(32))
  const memory = new SignatureMemory(wallet.memoryKey)
  const folder = mkdtempSync(join(tmpdir(), 'quincena-engine-'))
  const countFile = new CountFile(join(folder, 'signer.count'), wallet.xpub)

  const record = new SigningRecord(recordPathOf(countFile.path, wallet.xpub), wallet.recordKey)
  if (given.backup) {
    const signatures = await countSignatures(signerDb)
    await countFile.write(signatures)
    await record.begin(signatures)
  }

  const stopping = new AbortController()
  const { signal } = stopping
  const shared = { chain, listener, network, macKey, feeCeilings, log }
  const parts = { ...shared, db: worker, autoBumpUsdCents, pace: hurried }
  const followerDbs = Array.from({ length: followers }, () =>
    withMacsOfActs(
      connect(`${database.workerUrl}?application_name=follower`, { onError }),
      testMacKey,
    ),
  )
  const duties = [
    ...followerDbs.map((followerDb) => follow({ ...parts, db: followerDb }, signal)),
    sendPayments(parts, signal),
    keepPriceFresh({ worker, log, now }, signal),
    signPlans(
      {
        db: signerDb,
        listener,
        wallet,
        memory,
        countFile,
        record,
        plans: new KnownPlans(),
        hold: new SignerHoldWatch(),
        network,
        macKey,
        caps,
        comparesRates,
        log,
        site: testSite,
      },
      signal,
    ),
  ]

  return {
    database,
    db,
    /** A connection as the role of the worker, like the duties. */
    worker,
    owner,
    chain,
    play,
    node,
    rpc,
    wallet,
    memory,
    countFile,
    record,
    listener,
    log,
    /** The log's lines at the level of an error. */
    alarms,
    config,
    macKey,
    /** The running signer's caps: a test may lower them. */
    caps,
    /** The ceilings of all but the signer. */
    feeCeilings,
    network,
    ...actions({ db, worker }, { macKey, config, log, sandbox, feeCeilings }),
    /** Switches the program to another node; without one, to its own again. */
    switchNode(other: { rpcUrl: string; cookieFile: string } = node) {
      const { rpcUrl, cookieFile } = other
      current = createChain({ rpcUrl, cookieFile, user: null, password: null })
    },
    /** Waits for a condition of the tables that the duties bring about. */
    async until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
      const deadline = Date.now() + 180_000
      for (;;) {
        const found = await look()
        if (found) return found
        if (Date.now() > deadline) throw new Error(`${what} did not happen within 180 s`)
        await sleep(100)
      }
    },
    /**
     * Ends everything, and fails where the money was not as it has to be once all had come to rest.
     * Tests that tamper on purpose name the invariants that they break.
     */
    async stop({ breaks = [] }: { breaks?: readonly Breach['invariant'][] } = {}) {
      const proof = await Promise.allSettled([breachesAtRest(db, current, breaks)])
      stopping.abort()
      await Promise.all(duties)
      await listener.close()
      await Promise.all([...followerDbs, worker, db].map((one) => one.destroy()))
      await Promise.all([signerDb.destroy(), owner.destroy()])
      await own?.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
      const [checked] = proof
      if (checked.status === 'rejected') throw checked.reason
      const unforeseen = checked.value
      if (unforeseen.length > 0) throw new Error(`Money is amiss:\n${describeBreaches(unforeseen)}`)
    },
  }
}

/** The acts of administrators, without HTTP. */
export function actions(
  { db, worker }: { db: Db; worker: Db },
  settings: NotifyDeps & { sandbox: boolean; feeCeilings: FeeCeilings },
) {
  const { macKey } = settings
  return {
    async company() {
      return db.transaction().execute(async (trx) => {
        const business = { name: 'Café Izalco', sector: 'Agroindustria' }
        const { id: companyId } = await insertCompany(trx, macKey, business)
        const { id: userId } = await insertUser(trx, macKey, {
          company_id: companyId,
          first_name: 'Marcela',
          last_name: 'Portillo',
          email: `${randomUUID()}@example.com`,
          password_hash: 'none',
          role: 'ADMIN',
          role_since: new Date(),
          email_verified_at: new Date(),
        })
        return { companyId, userId }
      })
    },

    /** Everybody has a fresh address, but for the first ones those in `addresses`. */
    async payroll(companyId: string, salariesUsdCents: bigint[], addresses: string[] = []) {
      const derived = await newReceiveAddress(db, 'regtest')
      const payrollId = await insertPayroll(db, macKey, {
        company_id: companyId,
        name: 'Oficina',
        description: 'Oficina San Salvador',
        type: 'REGULAR',
        address: derived.address,
      })
      await watchAddress(db, { companyId, payrollId }, derived)
      const employeeIds = await employees(db, macKey, companyId, salariesUsdCents, addresses)
      // Plans that this connection made for a few people are bad ones for thousands.
      if (employeeIds.length > 1_000) await sql`ANALYZE employees, payroll_employees`.execute(db)
      const members = { companyId, payrollId }
      await inTransaction(db, (trx) => addMembers(trx, macKey, members, employeeIds, null))
      return { payrollId, address: derived.address, script: derived.script, employeeIds }
    },

    addMembers: (payroll: { companyId: string; payrollId: string }, employeeIds: string[]) =>
      inTransaction(db, (trx) => addMembers(trx, macKey, payroll, employeeIds, null)),

    /** Ends the memberships of these people in all payrolls. */
    endMembers: (employeeIds: string[]) =>
      inTransaction(db, (trx) =>
        endMembers(trx, macKey, sql`m.employee_id = ANY(${employeeIds}::uuid[])`, null),
      ),

    /** Deletes a payroll, or turns its type, whatever would refuse it. */
    changePayroll: (
      { companyId, payrollId: id }: { companyId: string; payrollId: string },
      changes: Parameters<typeof changePayroll>[3],
    ) =>
      db.transaction().execute(async (trx) => {
        const row = await findLivePayroll(trx, macKey, { companyId, id }, 'UPDATE')
        if (!row) throw new Error(`There is no payroll ${id}`)
        await changePayroll(trx, macKey, row, changes)
      }),

    price: (usdCentsPerBtc: bigint) => sayPrice(worker, usdCentsPerBtc, Date.now),

    /**
     * Runs a payroll, with `only` for these people alone; `alter` changes what was planned before
     * it is committed.
     */
    async run(
      ids: { companyId: string; userId: string; payrollId: string },
      after = '',
      only: string[] | null = null,
      alter: (trx: Trx, paymentId: string) => Promise<unknown> = async () => undefined,
      special: SpecialPress | null = null,
    ) {
      const now = new Date()
      const keys = {
        ...settings,
        smsConfigured: true,
        language: 'es' as const,
        leave: [],
        held: {},
        include: [],
        only,
        periodKey: '',
        extra: false,
        readSheet: special && (() => Promise.resolve(special)),
        targetBlocks: 3 as const,
      }
      const network = 'regtest' as const
      const press = { ip: null, now, after, note: '', previewHash: '' }
      const input = { ...ids, network, ...press, ...keys }
      return planRun(db, input, (plan) =>
        inTransaction(db, async (trx) => {
          const paymentId = await plan(trx)
          await alter(trx, paymentId)
          return paymentId
        }),
      )
    },
  }
}

async function employees(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  salariesUsdCents: bigint[],
  addresses: string[],
) {
  const rows = salariesUsdCents.map((cents, index) => {
    const address = addresses[index] ?? anAddress()
    const parsed = parseBtcAddress(address, 'regtest')
    if (!parsed.ok) throw new Error('a test address is not valid')
    const person = { id: randomUUID(), company_id: companyId, base_salary_usd_cents: cents }
    const terms = payTerms({ ...person, address })
    const mac = macOf(macKey, 'employees', terms)
    return { ...terms, script: Buffer.from(parsed.script), mac }
  })
  await sql`
    INSERT INTO employees (id, company_id, first_name, last_name, identification, email, phone,
      base_salary_usd_cents, address, script_pubkey, creation_type, mac)
    SELECT e.id, ${companyId}, 'Ana', 'Menjívar ' || e.id, '', '', '', e.cents, e.address, e.script,
      'REGULAR', e.mac
    FROM unnest(${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => String(row.base_salary_usd_cents))}::bigint[],
      ${rows.map((row) => row.address)}::text[], ${rows.map((row) => row.script)}::bytea[],
      ${rows.map((row) => row.mac)}::bytea[]) AS e (id, cents, address, script, mac)`.execute(db)
  return rows.map((row) => row.id)
}
