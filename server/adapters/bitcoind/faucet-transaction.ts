import { randomInt } from 'node:crypto'
import { Transaction } from '@scure/btc-signer'
import { dustSats, outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { feeSats } from '#domain/money.ts'
import { type FaucetUtxo, faucetKey, faucetScript } from './faucet-utxos.ts'

export type Payout = { script: Uint8Array; sats: bigint }

/** Signing an input hashes all inputs again: a hundred take a quarter of a second. */
const inputsAtMost = 100

const sumOf = (items: { sats: bigint }[]) => items.reduce((sum, { sats }) => sum + sats, 0n)

function feeOf(inputs: number, payouts: Payout[], feeRateSatsPerKvb: bigint): bigint {
  const bytes = [...payouts.map(({ script }) => script.length), faucetScript.length]
    .map(outputBytes)
    .reduce((sum, size) => sum + size, 0)
  const weight = transactionWeight(inputs, payouts.length + 1, bytes)
  return feeSats(vsizeOfWeight(weight), feeRateSatsPerKvb)
}

/**
 * The smallest UTXO that is enough, so that large ones stay for large wishes; else the largest
 * together. Equal ones in random order: two servers that give at once rarely take the same.
 */
export function chooseUtxos(
  utxos: FaucetUtxo[],
  payouts: Payout[],
  feeRateSatsPerKvb: bigint,
): FaucetUtxo[] | null {
  const order = utxos
    .map((utxo) => ({ utxo, tie: randomInt(2 ** 32) }))
    .sort((a, b) => Number(a.utxo.sats - b.utxo.sats) || a.tie - b.tie)
    .map(({ utxo }) => utxo)
  const wanted = sumOf(payouts)
  const single = order.find(({ sats }) => sats >= wanted + feeOf(1, payouts, feeRateSatsPerKvb))
  if (single) return [single]
  const chosen: FaucetUtxo[] = []
  for (const utxo of order.reverse().slice(0, inputsAtMost)) {
    chosen.push(utxo)
    const needed = wanted + feeOf(chosen.length, payouts, feeRateSatsPerKvb)
    if (sumOf(chosen) >= needed) return chosen
  }
  return null
}

/** Signed bytes that pay `payouts` and bring the rest back, less the fee. */
export function signFaucetTransaction(
  utxos: FaucetUtxo[],
  payouts: Payout[],
  feeRateSatsPerKvb: bigint,
): Uint8Array {
  const transaction = new Transaction({
    lowR: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const { txid, vout, sats } of utxos) {
    transaction.addInput({
      txid,
      index: vout,
      witnessUtxo: { script: faucetScript, amount: sats },
    })
  }
  const fee = feeOf(utxos.length, payouts, feeRateSatsPerKvb)
  const change = sumOf(utxos) - sumOf(payouts) - fee
  for (const { script, sats } of payouts) transaction.addOutput({ script, amount: sats }, true)
  if (change >= dustSats.P2WPKH) {
    transaction.addOutput({ script: faucetScript, amount: change }, true)
  }
  utxos.forEach((_, index) => {
    transaction.signIdx(faucetKey, index)
  })
  transaction.finalize()
  return transaction.extract()
}
