import { readConfig } from '#server/startup/config.ts'
import { command } from './command.ts'
import { countAsRestored, markRestored, sayRestored } from './mark-restored.ts'
import { nodeHeight, withStoppedProgram } from './stopped-program.ts'

/** Says that a backup of the database was restored; nothing of the program runs meanwhile. */
command(async () => {
  const config = readConfig(process.env)
  await withStoppedProgram(config, async (db) => {
    const restored = await markRestored(db, config, await nodeHeight(config))
    if (!restored) throw new Error('The database has no wallet: there is nothing to restore.')
    await countAsRestored(db, config)
    sayRestored(restored)
  })
  return true
})
