import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './refusal.ts'

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

/** Hashing is bounded: at most two at once and 50 waiting, then 503 `BUSY`. */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  #decoy: Promise<string> | null = null

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

  hash(password: string): Promise<string> {
    return this.#turn(() => hash(password, parameters))
  }

  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parameters
    const today = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
    return !stored.startsWith(today)
  }

  /** Compares with a stored hash; with none, costs the same and is false. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    this.#decoy ??= hash('nobody has this password', parameters)
    const decoy = await this.#decoy
    const right = await this.#turn(() => verify(stored ?? decoy, password))
    return stored !== null && right
  }
}
