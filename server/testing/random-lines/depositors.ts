import { randomBytes } from 'node:crypto'
import { anyonesScript, anyonesTransaction } from '../block-builder.ts'
import { type FakeTransaction, readFakeTransaction } from './fake-chain.ts'
import type { FakeNode } from './fake-node.ts'

const nobodysScript = Uint8Array.of(0, 20, ...new Uint8Array(20))
const feeSats = 2_000n

/** The senders of money: deposits come, vanish, and are double-spent. */
export class Depositors {
  readonly #node: FakeNode
  readonly deposits: FakeTransaction[] = []

  constructor(node: FakeNode) {
    this.#node = node
  }

  pay(script: Uint8Array, sats: bigint): FakeTransaction {
    const utxo = { txid: randomBytes(32).toString('hex'), vout: 0 }
    const held = { sats: sats + feeSats, script: anyonesScript }
    this.#node.chain.endow(`${utxo.txid}:0`, held)
    const deposit = readFakeTransaction(anyonesTransaction([utxo], [{ script, sats }]))
    this.deposits.push(deposit)
    this.#node.submit(deposit.raw)
    return deposit
  }

  /** Spends a deposit's UTXO to somebody else, at a higher fee. */
  spendTwice({ inputs }: FakeTransaction): FakeTransaction {
    const [txid = '', vout] = (inputs[0] ?? '').split(':')
    const outputs = [{ script: nobodysScript, sats: 1_000n }]
    const rival = readFakeTransaction(anyonesTransaction([{ txid, vout: Number(vout) }], outputs))
    this.#node.submit(rival.raw)
    return rival
  }

  /** Senders notice what got lost. */
  sendAgain(): void {
    for (const { raw } of this.deposits) this.#node.submit(raw)
  }
}
