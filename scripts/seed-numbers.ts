import { seedNumbers } from '#server/signer/seed-backup.ts'
import { readConfig } from '#server/startup/config.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'
import { printSeedNumbers } from './print-seed-numbers.ts'

/** Shows what a restore needs beside the words, as it is today, and no words. */
command(async () => {
  const config = readConfig(process.env)
  await withDatabase(whereDatabase(config).signerUrl, async (db) => {
    const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
    if (!account) throw new Error('There is no seed yet: the first start makes it.')
    printSeedNumbers(await seedNumbers(db, config.network), account.xpub, config.network)
    print(
      'Write the two numbers beside the words. Who has these lines sees all balances and no key.',
    )
  })
  return true
})
