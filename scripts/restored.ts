import { skipIndexes } from '#server/features/chain/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { command } from './command.ts'
import { countAsRestored, sayRestored } from './mark-restored.ts'
import { nodeHeight, withStoppedProgram } from './stopped-program.ts'

/** Says that a backup of the database was restored; nothing of the program runs meanwhile. */
command(async () => {
  const config = readConfig(process.env)
  await withStoppedProgram(config, async (db) => {
    const restoration = await skipIndexes(db, await nodeHeight(config))
    await countAsRestored(db, config)
    sayRestored(restoration)
  })
  return true
})
