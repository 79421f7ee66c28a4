import { Refusal } from '../http/refusal.ts'

type Waiter = { start: () => void; refuse: (why: Refusal) => void }

/**
 * Waiting work in lanes, which take turns: a thousand waiters of one lane delay another lane by one of
 * them. Where too many wait, the newest of the longest lane is refused as `BUSY`, even if another came last.
 */
export class FairQueue {
  readonly #lanes = new Map<string, Waiter[]>()
  readonly #limit: number
  #waiting = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  wait(lane: string): Promise<void> {
    return new Promise((start, refuse) => {
      const waiters = this.#lanes.get(lane) ?? []
      waiters.push({ start, refuse })
      this.#lanes.set(lane, waiters)
      this.#waiting++
      if (this.#waiting > this.#limit) this.#refuseOne()
    })
  }

  /** Starts the next waiter; false: nobody waits. */
  startNext(): boolean {
    const [next] = this.#lanes
    if (!next) return false
    const [lane, [first, ...others]] = next
    this.#lanes.delete(lane)
    // The lane goes behind the others.
    if (others.length > 0) this.#lanes.set(lane, others)
    this.#waiting--
    first?.start()
    return true
  }

  #refuseOne(): void {
    let longest: Waiter[] = []
    for (const waiters of this.#lanes.values()) {
      if (waiters.length > longest.length) longest = waiters
    }
    this.#waiting--
    longest.pop()?.refuse(new Refusal('BUSY'))
  }
}
