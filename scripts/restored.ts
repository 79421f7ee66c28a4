import { skipIndexes } from '#server/features/chain/index.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { countSignatures } from '#server/signer/hold.ts'
import { readConfig } from '#server/startup/config.ts'
import { command } from './command.ts'
import { say } from './say.ts'
import { nodeHeight, withStoppedProgram } from './stopped-program.ts'

/** Says that a backup of the database was restored; nothing of the program runs meanwhile. */
command(async () => {
  const config = readConfig(process.env)
  await withStoppedProgram(config, async (db) => {
    const { xpub } = await db.selectFrom('wallet_account').select('xpub').executeTakeFirstOrThrow()
    const restoration = await skipIndexes(db, await nodeHeight(config))
    await new CountFile(config.signerCountFile, xpub).write(await countSignatures(db))
    const { last_receive_index: receive, last_change_index: change } = restoration
    say(
      `Addresses up to receiving ${receive} and change ${change} are given to nobody from now on.`,
    )
    say('Write these two numbers beside the words of the seed.')
    say(
      `Start the program. Until block ${restoration.hold_until_height} it follows the chain and pays nobody.`,
    )
  })
  return true
})
