import type { Config } from '#server/config.ts'
import { connect } from '#server/platform/database.ts'
import { findDatabase, findNode } from '../whereabouts.ts'
import { examineDatabase } from './database.ts'
import { type Finding, note } from './finding.ts'
import { examineNode } from './node.ts'
import { examineSeed } from './seed.ts'
import {
  examineKeyFile,
  examineMacKey,
  examineMail,
  examinePrice,
  examineTextMessages,
} from './services.ts'

/** Looks at everything a company's money would hang on; changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const database = findDatabase(config)
  const node = findNode(config)
  const findings: Finding[] = []
  if (config.database) findings.push(...(await examineDatabase(config.database)))
  else findings.push(note('The database that comes along is used; it is set up at each start.'))
  if (node) {
    findings.push(
      ...(await examineNode(node, config.network, await lastHeight(database?.directUrl))),
    )
  } else findings.push(note('The node that comes along is used; it has not been started yet.'))
  if (config.roles.includes('signer')) {
    findings.push(await examineKeyFile('SIGNER_KEY_FILE', config.signerKeyFile))
    if (database?.signerUrl) findings.push(...(await examineSeed(config, database.signerUrl)))
  }
  findings.push(await examineMacKey(config))
  const services = [examinePrice(config), examineMail(config), examineTextMessages(config)]
  return [...findings, ...(await Promise.all(services)).flat()]
}

/** The block at which the program stands; null where it never stood at one. */
async function lastHeight(url: string | undefined): Promise<number | null> {
  if (!url) return null
  const db = connect(url, { poolSize: 1, onError: () => undefined })
  try {
    const row = await db
      .selectFrom('blocks')
      .select(({ fn }) => fn.max('height').as('height'))
      .executeTakeFirst()
    return row?.height ?? null
  } catch {
    // That the database cannot be asked is a finding of its own.
    return null
  } finally {
    await db.destroy()
  }
}
