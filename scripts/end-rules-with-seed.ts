import { type Db, isUuid } from '#server/platform/db/database.ts'
import { requestRuleEnding } from '#server/signer/authority/rule-endings.ts'
import { walletOfWords } from '#server/signer/words.ts'
import type { Config } from '#server/startup/config.ts'
import { withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'
import { askForWords } from './seed-words.ts'

/**
 * Ends the rules of somebody's company 24 hours later, whatever they are, at the word of the person who has
 * the seed's words: as the signer's role, and without the MAC key, which a thief may have.
 */
export async function endRulesWithSeed(config: Config, email: string): Promise<void> {
  const { signerUrl } = whereDatabase(config)
  if (!signerUrl) {
    throw new Error('SIGNER_DATABASE_URL is not set: type this on the machine of the signer.')
  }
  await withDatabase(signerUrl, async (db) => {
    const companyId = await findCompany(db, email)
    const { memoryKey } = await walletOfWords(db, config.network, await askForWords())
    const endsAt = await requestRuleEnding(db, memoryKey, companyId)
    print(`The rules of the company of ${email} end at ${endsAt.toISOString()}, its keys too.`)
    print('The worker mails everybody in it now, and again then. Nobody there can undo it.')
  })
}

/** The company of an e-mail, also of somebody whom a thief has removed, or by its id. */
async function findCompany(db: Db, given: string): Promise<string> {
  if (isUuid(given)) {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', given)
      .executeTakeFirst()
    if (company) return company.id
  }
  const rows = await db
    .selectFrom('users')
    .select('company_id')
    .distinct()
    .where(({ fn }) => fn<string>('lower', ['email']), '=', given.toLowerCase())
    .execute()
  const [first, ...others] = rows
  if (!first) throw new Error(`Nobody is or was in a company as ${given}.`)
  if (others.length > 0) {
    const ids = rows.map(({ company_id: id }) => id).join(', ')
    throw new Error(`${given} is or was in several companies: name one by its id. They are ${ids}.`)
  }
  return first.company_id
}
