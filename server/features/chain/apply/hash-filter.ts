/** Slots of 4 bytes. */
const smallestTable = 1 << 12

class Table {
  readonly #slots: Uint32Array
  #room: number

  /** Twice as many slots as entries: the next free one is near, whatever is looked for. */
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

  /** Where the tag stands, or would. */
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
 * Hashes, by 8 of their bytes. It says yes to each that it was given, and to one in some billions that
 * it was not. A million take 8 MB. Nothing is moved when it grows, which would take long: another table
 * is begun.
 */
export class HashFilter {
  readonly #tables: Table[]
  #size = 0

  constructor(expected = 0) {
    this.#tables = [new Table(expected)]
  }

  /** The 8 bytes at `at`. */
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

/** Never 0, which is an empty slot. */
const tagAt = (bytes: Uint8Array, at: number) => uint32At(bytes, at + 4) || 1
