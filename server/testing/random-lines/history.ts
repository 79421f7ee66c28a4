import { Random } from '../random.ts'
import { approveWaitingRuns, bump, cancelPayment, payUnpaid, withdraw } from './administrator.ts'
import { Depositors } from './depositors.ts'
import { SentDollars } from './dollars.ts'
import type { FakeTransaction } from './fake-chain.ts'
import { Judge } from './judge.ts'
import type { SteppedProgram } from './program.ts'
import { hire, type Staff } from './staff.ts'

/** HISTORY_RIVALS=1: first runs of one deposit, which a reorganisation spends elsewhere. */
const minesRivals = process.env.HISTORY_RIVALS === '1'

/** A random history: events happen, and the program does a part of its work after each. */
export class History {
  readonly random: Random
  readonly depositors: Depositors
  readonly story: string[] = []
  readonly judge: Judge
  readonly dollars = new SentDollars()
  readonly program: SteppedProgram
  readonly staffs: readonly Staff[]

  private constructor(program: SteppedProgram, random: Random, staffs: readonly Staff[]) {
    this.program = program
    this.random = random
    this.staffs = staffs
    this.depositors = new Depositors(program.node)
    this.judge = new Judge(program, staffs)
  }

  static async begin(program: SteppedProgram, seed: number): Promise<History> {
    const random = new Random(seed)
    const staffs: Staff[] = []
    const count = random.between(3, 5)
    while (staffs.length < count) staffs.push(await hire(program, random))
    const history = new History(program, random, staffs)
    program.node.mempool.minimumRate = 1_000n
    program.node.feeRate = 2_000n
    program.node.sent.clear()
    const deposits = minesRivals ? [1, 1, 2, 5] : [1, 2, 3, 4, 5]
    for (const staff of staffs) history.deposit(staff, random.pick(deposits))
    history.mine(1)
    await program.price(9_100_000n)
    return history
  }

  tell(text: string): void {
    this.story.push(`${this.program.node.chain.height}: ${text}`)
  }

  async happen(): Promise<void> {
    const { random, program } = this
    program.node.loses = () =>
      random.chance(0.85) ? 'nothing' : random.pick(['bytes', 'answer'] as const)
    const rounds = random.between(8, 20)
    for (let round = 0; round < rounds; round++) {
      const events = random.between(1, 5)
      for (let event = 0; event < events; event++) await this.#event()
      await this.work({ isWhole: random.chance(0.6) })
    }
  }

  /** Follower, worker and signer; some of them, unless it is the whole. */
  async work({ isWhole }: { isWhole: boolean }): Promise<void> {
    const { program, random } = this
    const happens = () => isWhole || random.chance(0.6)
    if (happens()) await program.follow()
    if (happens()) await program.finishWork()
    if (happens()) await this.judge.look(await program.sign())
    if (happens()) await program.finishWork()
  }

  deposit({ script }: Staff, count = 1): void {
    for (let n = 0; n < count; n++) {
      const sats = BigInt(this.random.between(50_000, 700_000))
      const { txid } = this.depositors.pay(script, sats)
      this.tell(`deposit ${txid} of ${sats} sat`)
    }
  }

  mine(share: number): void {
    const { node } = this.program
    const candidates = node.waiting().filter(() => this.random.chance(share))
    node.mine(candidates)
    const mined = node.chain.tip.transactions.map(({ txid }) => txid)
    this.tell(`a block of ${mined.join(', ') || 'nothing'}`)
  }

  async #event(): Promise<void> {
    const { random, program } = this
    const staff = random.pick(this.staffs)
    const dice = random.below(1_000)
    if (dice < 350) return this.#press(staff)
    if (dice < 510) return this.mine(random.chance(0.7) ? 1 : 0.6)
    if (dice < 590) return this.deposit(staff)
    if (dice < 650) return this.#reorganise(random.between(1, 8))
    if (dice < 652) return this.#reorganise(110)
    if (dice < 750) return this.#raise(staff)
    if (dice < 850) return this.#cancel(staff)
    if (dice < 870) return this.#withdraw(staff)
    if (dice < 875) return this.#withdraw(staff, 'everything')
    if (dice < 905) return this.#evict()
    if (dice < 945) return this.#spendTwice()
    if (dice < 960) return this.#changePrice()
    if (dice < 980) return this.#sendList(staff)
    for (const one of this.staffs) await approveWaitingRuns(program, one)
  }

  async #sendList(staff: Staff): Promise<void> {
    const payments = [...staff.periodOf.keys()]
    if (payments.length === 0) return
    const payment = this.random.pick(payments)
    const people = await this.dollars.send(this.program, staff, payment)
    this.tell(`list of ${payment}: ${people}`)
  }

  async #press(staff: Staff): Promise<void> {
    const outcome = await payUnpaid(this.program, staff, this.random)
    this.tell(`press of ${staff.payrollId}: ${outcome}`)
    if (outcome === 'INSUFFICIENT_FUNDS') this.deposit(staff)
    await approveWaitingRuns(this.program, staff)
  }

  /** The transactions in `first` are in the first of the new blocks, where they can be. */
  #reorganise(depth: number, first: FakeTransaction[] = []): void {
    const { node } = this.program
    const { random } = this
    const share = random.pick([0.2, 0.5, 0.9])
    const blocks = (): FakeTransaction[] => {
      const order = [...node.sent.values()].map((one) => ({ one, at: random.below(1_000) }))
      const isFirstComeFirst = random.chance(0.3)
      if (!isFirstComeFirst) order.sort((a, b) => a.at - b.at)
      return [...first, ...order.flatMap(({ one }) => (random.chance(share) ? [one] : []))]
    }
    const returns = random.pick([0, 0.6, 1])
    node.reorganise(depth, blocks, () => random.chance(returns))
    const mined = node.chain.best.slice(-depth - 1).flatMap(({ transactions }) => transactions)
    this.tell(
      `${depth} blocks give way to ${mined.map(({ txid }) => txid).join(', ') || 'nothing'}`,
    )
  }

  async #pick({ payrollId }: Staff): Promise<string | undefined> {
    const rows = await this.program.db
      .selectFrom('transactions')
      .select('root_id as id')
      .distinct()
      .where('payroll_id', '=', payrollId)
      .where('type', 'in', ['send', 'withdrawal', 'cancel'])
      .where('live', '=', true)
      .orderBy('root_id')
      .execute()
    return rows.length > 0 ? this.random.pick(rows).id : undefined
  }

  async #raise(staff: Staff): Promise<void> {
    const id = await this.#pick(staff)
    if (!id) return
    const rate = BigInt(this.random.between(3, 12)) * 1_000n
    this.tell(`bump of ${id}: ${await bump(this.program, staff, id, rate)}`)
  }

  async #cancel(staff: Staff): Promise<void> {
    const id = await this.#pick(staff)
    if (id) this.tell(`cancellation of ${id}: ${await cancelPayment(this.program, staff, id)}`)
  }

  async #withdraw(staff: Staff, what: 'a part' | 'everything' = 'a part'): Promise<void> {
    const amount = `0.000${this.random.between(10, 50)}`
    const outcome = await withdraw(this.program, staff, what === 'a part' ? amount : undefined)
    this.tell(`withdrawal of ${what} of ${staff.payrollId}: ${outcome}`)
  }

  #evict(): void {
    const { mempool } = this.program.node
    const txids = [...mempool.entries.keys()]
    if (txids.length === 0) return
    const victims = this.random.chance(0.3) ? txids : [this.random.pick(txids)]
    for (const txid of victims) mempool.evict(txid)
    this.tell(`evicted: ${victims.join(', ')}`)
  }

  #spendTwice(): void {
    if (this.depositors.deposits.length === 0) return
    const deposit = this.random.pick(this.depositors.deposits)
    const rival = this.depositors.spendTwice(deposit)
    this.tell(`${rival.txid} spends the input of deposit ${deposit.txid}`)
    const next = this.random.below(3)
    if (next === 0 && minesRivals) this.#reorganise(this.random.between(4, 8), [rival])
    if (next === 1) this.mine(1)
  }

  #changePrice(): void {
    const { node } = this.program
    node.feeRate = BigInt(this.random.between(1, 9)) * 1_000n
    node.mempool.minimumRate = BigInt(this.random.pick([1, 1, 3, 5])) * 1_000n
    this.tell(`fees: ${node.feeRate}, the least ${node.mempool.minimumRate}`)
  }
}
