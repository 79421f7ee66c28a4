import { parseUsdText, usdText } from '#domain/money.ts'
import { isPossiblePrice } from '#domain/price.ts'
import { confirmFirstPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { confirmRate } from '#server/signer/rate-held-for-operator.ts'
import { plansOfOperator } from '#server/signer/read-plan.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { readConfig } from '#server/startup/config.ts'
import { readSignerSecret } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/**
 * Confirms what only a person can know: a first price that two exchanges alone say, or a rate at which
 * payments wait, because it is far from those that the signer signed before. For
 * the latter it signs in as the signer and needs the key of the seed: nobody else makes a confirmation that
 * counts.
 */

/** Rates at which plans wait, and since when. */
async function waitingRates(db: Db): Promise<Map<bigint, { plans: number; since: Date }>> {
  const rates = new Map<bigint, { plans: number; since: Date }>()
  for (const { rateUsdCentsPerBtc: rate, createdAt } of await plansOfOperator(db)) {
    const { plans, since } = rates.get(rate) ?? { plans: 0, since: createdAt }
    rates.set(rate, { plans: plans + 1, since })
  }
  return rates
}

async function confirmFirst(owner: Db, rate: bigint): Promise<undefined> {
  if (!(await confirmFirstPrice(owner, rate))) {
    throw new Error('A price of the last hour is known. Nothing was confirmed.')
  }
  print(
    `Confirmed: ${usdText(rate)} USD. From the next round on two exchanges near it are believed.`,
  )
}

command(async () => {
  const [typed] = process.argv.slice(2)
  const config = readConfig(process.env)
  const { signerUrl, ownerUrl } = whereDatabase(config)
  await withDatabase(signerUrl, async (db) => {
    const waiting = await waitingRates(db)
    for (const [rate, { plans, since }] of waiting) {
      print(`${plans} waiting at ${usdText(rate)} USD, the first since ${since.toISOString()}`)
    }
    if (waiting.size === 0) print('No payment waits for the operator.')
    if (!typed) {
      if (waiting.size > 0) {
        print('Look at several exchanges. Where they say the same: npm run price:confirm -- <rate>')
      }
      return
    }
    const rate = parseUsdText(typed)
    if (rate === null || !waiting.has(rate)) {
      if (rate !== null && ownerUrl && isPossiblePrice(rate)) {
        return withDatabase(ownerUrl, (owner) => confirmFirst(owner, rate))
      }
      throw new Error(`No payment waits at ${typed} USD. Nothing was confirmed.`)
    }
    const secret = await readSignerSecret(config.signerKeyFile, config.network)
    const { memoryKey } = await openWallet(db, config.network, secret)
    const at = new Date()
    await confirmRate(db, memoryKey, rate, at)
    await notify(db, 'signatures')
    print(`Confirmed: ${usdText(rate)} USD at ${at.toISOString()}.`)
    print('For 24 hours the signer compares with this rate and those that it signs from now on.')
  })
})
