import { migrate } from '#server/platform/db/migrate.ts'
import { readOwner } from '#server/startup/config.ts'
import { command } from './command.ts'
import { readConnections } from './installation-paths.ts'
import { print } from './print.ts'

/**
 * Brings the database to the newest schema, as its owner. The processes of the program only compare
 * versions; the database that comes along with npm start is migrated by that.
 */
command(async () => {
  const { dataDir, ownerUrl } = readOwner(process.env)
  const url = ownerUrl ?? readConnections(dataDir)?.postgres
  if (!url)
    throw new Error('DATABASE_OWNER_URL is not set: only the owner of the database migrates it.')
  const ran = await migrate(url)
  for (const name of ran) print(name)
  print(ran.length === 0 ? 'All migrations are applied.' : `Applied: ${ran.length}.`)
})
