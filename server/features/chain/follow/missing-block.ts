import type { Chain } from '#server/ports.ts'

/** A peer behind Tor may need this long for a block; then another peer is asked. */
const patienceMs = 15_000

/** Has a pruned node fetch a missing block from one of its peers. */
export class MissingBlock {
  #hash = ''
  #askedAt = 0

  async ask(chain: Chain, hash: string): Promise<void> {
    const now = Date.now()
    if (hash === this.#hash && now - this.#askedAt < patienceMs) return
    if (!(await chain.fetchFromPeer(hash))) return
    this.#hash = hash
    this.#askedAt = now
  }
}
