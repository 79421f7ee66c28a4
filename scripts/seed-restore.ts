import { parseArgs } from 'node:util'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { restoreUtxos, usualGap } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { restoreSeed } from '#server/signer/restore-seed.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey, readSignerSecret } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereNode, whereOwner } from './installation-paths.ts'
import { print } from './print.ts'
import { askForWords } from './seed-words.ts'

/**
 * Makes the installation's seed from its 24 words, and rebuilds addresses and UTXOs from the node.
 * The words are read from standard input and never stand in a command line or a log.
 */

const usage =
  'npm run seed:restore -- --receive <highest> --change <highest> [--owner <e-mail>] [--gap 20000]'

const whole = (name: string, value: string | undefined): number => {
  if (!value || !/^\d{1,7}$/.test(value))
    throw new Error(`--${name} must be a whole number. ${usage}`)
  return Number(value)
}

function options() {
  const { values } = parseArgs({
    options: {
      receive: { type: 'string' },
      change: { type: 'string' },
      owner: { type: 'string' },
      gap: { type: 'string', default: String(usualGap) },
    },
  })
  return {
    highest: { receive: whole('receive', values.receive), change: whole('change', values.change) },
    gap: whole('gap', values.gap),
    owner: values.owner ?? null,
  }
}

async function companyOf(db: Db, email: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('company_id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Error(`Nobody is registered as ${email}. Sign up in the web app first.`)
  return user.company_id
}

const outcomes = {
  new: 'The seed is sealed and is the installation’s from now on.',
  sealed: 'The database had this wallet already. Its seed is sealed under the present key.',
  known: 'The database has this seed already, and the key opens it.',
}

command(async () => {
  const { highest, gap, owner } = options()
  const config = readConfig(process.env)
  const ownerUrl = whereOwner(config)
  const chain = createChain(whereNode(config))
  const secret = await readSignerSecret(config.signerKeyFile, config.network)
  await migrate(ownerUrl)
  await withDatabase(ownerUrl, async (db) => {
    const companyId = owner === null ? null : await companyOf(db, owner)
    const words = await askForWords()
    print(outcomes[await restoreSeed(db, config.network, secret, words)])
    print('Looking for its UTXOs: on main this takes the node some minutes.')
    const { network, macKeyFile } = config
    const macKey = await readMacKey(macKeyFile, network)
    const parts = { db, chain, network, macKey, log: createLog('warn') }
    const { signal } = new AbortController()
    const restored = await restoreUtxos(parts, { highest, gap, companyId }, signal)
    const { taken, found, gone, looked } = restored
    print(
      `It looked at receiving addresses up to ${looked.receive}, change up to ${looked.change}.`,
    )
    print(`The node has ${found.utxos} UTXOs of this seed, ${found.sats} sat together.`)
    print(`The database did not have ${taken.utxos} of them, ${taken.sats} sat; now it has them.`)
    if (gone > 0) {
      print(
        `${gone} UTXOs that the database calls unspent are not at the node: npm run check:money.`,
      )
    }
  })
})
