import { existsSync } from 'node:fs'
import { findChangedLists } from '#server/features/dollar-lines/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/**
 * Checks every list for a bank: what stands on it must be what was ordered and approved. Ends with 1
 * where one is not.
 */
command(async () => {
  const config = readConfig(process.env)
  const { macKeyFile, network } = config
  if (!existsSync(macKeyFile)) throw new Error(`There is no ${macKeyFile}.`)
  const macKey = await readMacKey(macKeyFile, network)
  return withDatabase(whereDatabase(config).url, async (db) => {
    const { lists, changed } = await findChangedLists(db, macKey)
    for (const { id, payroll, at } of changed) {
      print(`✗ ${payroll}, ${at.toISOString()}: payment ${id} is not as it was approved`)
    }
    print(`${lists} lists, ${changed.length} not as they were approved.`)
    return changed.length === 0
  })
})
