/** The number of slots, of 4 bytes each, in the first table. */
const smallestTable = 1 << 12

class Table {
  readonly #slots: Uint32Array
  #room: number

  /** Twice as many slots as entries: a free slot is always near. */
  constructor(entries: number) {
    const size = Math.max(smallestTable, 2 ** Math.ceil(Math.log2(entries * 2)))
    this.#slots = new Uint32Array(size)
    this.#room = size / 2
  }

  get isFull(): boolean {
    return this.#room === 0
  }

  add(place: number, tag: number): void {
    this.#slots[this.#slotOf(place, tag)] = tag
    this.#room -= 1
  }

  has(place: number, tag: number): boolean {
    return this.#slots[this.#slotOf(place, tag)] === tag
  }

  /** The slot that holds the tag or, where none does, the free one for it. */
  #slotOf(place: number, tag: number): number {
    const last = this.#slots.length - 1
    let slot = place & last
    for (let found = this.#slots[slot]; found !== tag && found !== 0; found = this.#slots[slot]) {
      slot = (slot + 1) & last
    }
    return slot
  }
}

export const uint32At = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)) >>>
  0

/**
 * A set of hashes by 8 of their bytes. It never misses a hash in the set, and wrongly reports one
 * in some billions of others. A million hashes take 8 MB. A full table is not copied, which would
 * take long: another table is begun.
 */
export class HashFilter {
  readonly #tables: Table[]
  #size = 0

  constructor(expected = 0) {
    this.#tables = [new Table(expected)]
  }

  /** Adds the 8 bytes at `at`. */
  add(bytes: Uint8Array, at: number): void {
    if (this.mayHave(bytes, at)) return
    let table = this.#tables.at(-1)
    if (!table || table.isFull) {
      table = new Table(this.#size * 2)
      this.#tables.push(table)
    }
    table.add(uint32At(bytes, at), tagAt(bytes, at))
    this.#size += 1
  }

  mayHave(bytes: Uint8Array, at: number): boolean {
    const place = uint32At(bytes, at)
    const tag = tagAt(bytes, at)
    for (const table of this.#tables) if (table.has(place, tag)) return true
    return false
  }
}

/** The tag of a hash; 0 marks an empty slot and is never a tag. */
const tagAt = (bytes: Uint8Array, at: number) => uint32At(bytes, at + 4) || 1
