import { setTimeout as sleep } from 'node:timers/promises'
import { freshNodeMs, freshPriceMs } from '#domain/node-and-price.ts'
import { NodeError } from '#server/embedded/bitcoind-rpc.ts'
import { readTip } from '#server/features/chain/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import type { TestBitcoind } from '../bitcoind.ts'
import { Client } from '../client.ts'
import { anAddress } from '../engine.ts'
import { type Installation, testInstallation } from '../installation.ts'
import type { ServerProcess } from '../process.ts'

const restWithinMs = 180_000

/** The whole program as processes of its own, with a database and a node that outlive them. */
export class World {
  readonly node: TestBitcoind
  readonly db: Db
  readonly #installation: Installation
  readonly #clients: Client[] = []
  #server: ServerProcess | null = null

  private constructor(installation: Installation) {
    this.node = installation.node
    this.db = installation.owner
    this.#installation = installation
  }

  static async open(): Promise<World> {
    // The node has an index of all transactions, which the program never asks for: the test's own
    // view of the truth.
    const world = new World(await testInstallation({}, ['-txindex=1']))
    await world.start()
    return world
  }

  /** Starts the program. With `failpoint` it dies by itself there; `waitUntilRest` starts it again. */
  async start(failpoint: Failpoint | null = null): Promise<void> {
    this.#server = await this.#installation.startWhole(failpoint ?? '')
    // A restarted server listens on another port.
    for (const client of this.#clients) client.baseUrl = this.#server.baseUrl
  }

  newClient(): Client {
    const client = new Client(this.#server?.baseUrl ?? '')
    this.#clients.push(client)
    return client
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.#server?.end(signal)
  }

  close = () => this.#installation.stop()

  mine = (blocks: number) => this.node.rpc<string[]>('generatetoaddress', blocks, anAddress())

  /** Another branch, one block longer, takes the place of the last `depth` blocks. */
  async reorganise(depth: number): Promise<void> {
    const height = await this.node.rpc<number>('getblockcount')
    const hash = await this.node.rpc<string>('getblockhash', height - depth + 1)
    await this.node.rpc('invalidateblock', hash)
    await this.mine(depth + 1)
  }

  /** The node's view of a transaction, independent of the program's tables. */
  async truthOf(txid: string): Promise<'confirmed' | 'unconfirmed' | 'gone'> {
    try {
      const { confirmations } = await this.node.rpc<{ confirmations?: number }>(
        'getrawtransaction',
        txid,
        true,
      )
      return confirmations ? 'confirmed' : 'unconfirmed'
    } catch (error) {
      if (error instanceof NodeError) return 'gone'
      throw error
    }
  }

  /** The satoshi on these addresses in the chain. */
  async heldBy(addresses: readonly string[]): Promise<Map<string, bigint>> {
    const { unspents } = await this.node.rpc<{ unspents: { desc: string; amount: number }[] }>(
      'scantxoutset',
      'start',
      addresses.map((address) => `addr(${address})`),
    )
    const held = new Map<string, bigint>()
    for (const { desc, amount } of unspents) {
      const address = /addr\((\w+)\)/.exec(desc)?.[1] ?? ''
      held.set(address, (held.get(address) ?? 0n) + BigInt(Math.round(amount * 1e8)))
    }
    return held
  }

  /** The transactions of a payroll in all versions, the newest first, without children. */
  sentBy(payrollId: string) {
    return this.db
      .selectFrom('transactions')
      .selectAll()
      .where('payroll_id', '=', payrollId)
      .where('type', 'not in', ['receive', 'child'])
      .orderBy('id', 'desc')
      .execute()
  }

  /** Whether a confirmed withdrawal left no head: the next payment waits until it is buried. */
  async hasWithdrawnAll(payrollId: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('transactions as t')
      .select('t.id')
      .where('t.payroll_id', '=', payrollId)
      .where('t.type', '=', 'withdrawal')
      .where('t.state', '=', 'confirmed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('utxos')
              .select('txid')
              .whereRef('txid', '=', 't.txid')
              .where('head', '=', true),
          ),
        ),
      )
      .executeTakeFirst()
    return row !== undefined
  }

  /** Until the tables stand where the node stands, and nothing is about to move by itself. */
  async waitUntilRest(payrollId: string): Promise<void> {
    let deadline = Date.now() + restWithinMs
    for (;;) {
      if (this.#server?.hasEnded()) {
        await this.start()
        deadline = Date.now() + restWithinMs
      }
      const unfinished = await this.#unsettled(payrollId)
      if (!unfinished) return
      if (Date.now() > deadline) {
        const said = this.#server?.output.slice(-5_000)
        throw new Error(
          `Still at work after three minutes: ${unfinished}\nThe program said:\n${said}`,
        )
      }
      await sleep(50)
    }
  }

  async #unsettled(payrollId: string): Promise<string | null> {
    const best = await this.node.rpc<string>('getbestblockhash')
    if ((await readTip(this.db))?.hash !== best) return 'the follower is not at the tip'
    const stale = await this.#staleNews()
    if (stale) return stale
    const rows = await this.db
      .selectFrom('transactions')
      .selectAll()
      .where('payroll_id', '=', payrollId)
      .execute()
    for (const { id, state, waiting_for, txid } of rows) {
      if (waiting_for === 'node' || waiting_for === 'signature') return `${id} waits to be signed`
      const truth = txid && (await this.truthOf(txid.toString('hex')))
      if (truth && truth !== 'gone' && state !== truth) return `${id} is ${state}, not ${truth}`
      if (truth === 'gone' && (state === 'unconfirmed' || state === 'confirmed')) {
        return `${id} is ${state} and the node does not know it`
      }
      if (state === 'signed') return `${id} is signed and not sent`
    }
    return null
  }

  /**
   * A fact without which nothing is paid: a program that was away for long has to look again first.
   */
  async #staleNews(): Promise<string | null> {
    const node = await this.db
      .selectFrom('node_status')
      .select(['at', 'trouble'])
      .executeTakeFirst()
    if (node?.trouble) return `the node has trouble: ${node.trouble}`
    const isFresh = (at: Date | undefined, ms: number) => at && Date.now() - at.getTime() < ms / 2
    if (!isFresh(node?.at, freshNodeMs)) return 'the node was not asked lately'
    const price = await readCurrentPrice(this.db)
    return isFresh(price?.at, freshPriceMs) ? null : 'the price is old'
  }

  breaches = () => this.#installation.breaches()
}
