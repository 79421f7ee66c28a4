import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FairQueue } from './fair-queue.ts'

/** OWASP ASVS 5.0 appendix C: Argon2id, 46 MiB, t=1, p=1. */
const parameters = {
  // Algorithm.Argon2id: the package's enum is ambient and const, which erasable syntax can't read.
  algorithm: 2,
  memoryCost: 47_104,
  timeCost: 1,
  parallelism: 1,
} as const

const atOnce = 2
/** A waiter is a request with a small body. Outside the sandbox one network has 20 at most. */
const queueLimit = 1_000

/** A password to compare with a stored hash, or to hash. */
export type HashTask = { password: string; stored?: string }
export type HashAnswer = { result: string | boolean } | { error: unknown }

type Parameters = { readonly [name in keyof typeof parameters]: number }

const startThread = (workerData: Parameters) =>
  new Worker(new URL('./password-thread.ts', import.meta.url), {
    workerData,
    execArgv: [],
    // The memory for hashing is outside of V8's heap.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })

/**
 * Hashing is bounded: at most two at once, each in a thread of low priority. The others wait in lanes,
 * one for each network or known browser, so that wrong passwords from elsewhere refuse nobody.
 */
export class Passwords {
  readonly #idle: Worker[] = []
  #running = 0
  readonly #waiting = new FairQueue(queueLimit)
  #decoy: string | null = null
  readonly #parameters: Parameters

  /** Tests that are about something else hash with less memory. */
  constructor({ memoryCost = parameters.memoryCost }: { memoryCost?: number } = {}) {
    this.#parameters = { ...parameters, memoryCost }
  }

  async #turn<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await this.#waiting.wait(lane)
    else this.#running++
    try {
      return await work()
    } finally {
      // A waiter takes over this turn, so that nobody who comes meanwhile makes a third.
      if (!this.#waiting.startNext()) this.#running--
    }
  }

  async #inThread(task: HashTask): Promise<string | boolean> {
    const thread = this.#idle.pop() ?? startThread(this.#parameters)
    thread.ref()
    const answered = once(thread, 'message')
    thread.postMessage(task)
    const [answer] = (await answered) as [HashAnswer]
    // Idle, it keeps no process from ending.
    thread.unref()
    this.#idle.push(thread)
    if ('error' in answer) throw answer.error
    return answer.result
  }

  async hash(password: string, lane = ''): Promise<string> {
    return String(await this.#turn(lane, () => this.#inThread({ password })))
  }

  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#parameters
    const today = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
    return !stored.startsWith(today)
  }

  /** Compares with a stored hash; with none, costs the same and is false. */
  async matches(password: string, stored: string | null, lane = ''): Promise<boolean> {
    this.#decoy ??= await this.hash('nobody has this password', lane)
    const task = { password, stored: stored ?? this.#decoy }
    const right = await this.#turn(lane, () => this.#inThread(task))
    return stored !== null && right === true
  }
}
