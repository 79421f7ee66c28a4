/** mulberry32: the same numbers for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below = (limit: number): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(Math.max(1, items.length))]
  }
}
