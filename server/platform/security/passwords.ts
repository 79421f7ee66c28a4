import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.ts'

/** OWASP ASVS 5.0 appendix C: Argon2id, 46 MiB, t=1, p=1. */
const parameters = {
  // Algorithm.Argon2id: the package's enum is ambient and const, which erasable syntax can't read.
  algorithm: 2,
  memoryCost: 47_104,
  timeCost: 1,
  parallelism: 1,
} as const

const atOnce = 2
const queueLimit = 50

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
 * Hashing is bounded: at most two at once, each in a thread of low priority, and 50 waiting, then 503
 * `BUSY`.
 */
export class Passwords {
  readonly #idle: Worker[] = []
  #running = 0
  readonly #waiting: (() => void)[] = []
  #decoy: string | null = null
  readonly #parameters: Parameters

  /** Tests that are about something else hash with less memory. */
  constructor({ memoryCost = parameters.memoryCost }: { memoryCost?: number } = {}) {
    this.#parameters = { ...parameters, memoryCost }
  }

  async #turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= queueLimit) throw new Refusal('BUSY')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      // A waiter takes over this turn, so that nobody who comes meanwhile makes a third.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
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

  async hash(password: string): Promise<string> {
    return String(await this.#turn(() => this.#inThread({ password })))
  }

  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#parameters
    const today = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
    return !stored.startsWith(today)
  }

  /** Compares with a stored hash; with none, costs the same and is false. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    this.#decoy ??= await this.hash('nobody has this password')
    const task = { password, stored: stored ?? this.#decoy }
    const right = await this.#turn(() => this.#inThread(task))
    return stored !== null && right === true
  }
}
