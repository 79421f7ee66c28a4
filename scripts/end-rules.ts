import { parseArgs } from 'node:util'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { endRulesByOperator } from '#server/features/approvals/index.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { type Config, readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { endRulesWithSeed } from './end-rules-with-seed.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

const outcomes = {
  DONE: 'asks for no approvals by several people any more.',
  WAITING: 'asks for no approvals by several people in 24 hours; its administrators can undo it.',
}

/** Why nothing was done. */
const refusals = {
  FROZEN: 'is frozen: an administrator unfreezes it, or npm run company:unfreeze.',
  NO_RULES: 'asks for no approvals by several people.',
  UNDER_WAY: 'is changing its rules already: its administrators see the change under Seguridad.',
  CAN_CHANGE: 'has enough people to change its rules by itself: under Seguridad.',
  TAMPERED: 'has an account that was changed past the program: npm run doctor says which.',
  KEYS_ALONE:
    'moves money by passkeys alone: only the seed takes the place of those keys (--with-seed).',
}

/**
 * Ends the rules of approval of one administrator's company, by e-mail, where those who could approve are
 * gone; with the seed's words in any case. The program may run meanwhile.
 */
command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-seed': { type: 'boolean', default: false } },
  })
  const [email] = positionals
  if (!email || positionals.length > 1) {
    throw new Error('Whose? npm run company:end-rules -- somebody@example.com [--with-seed]')
  }
  const config = readConfig(process.env)
  await (values['with-seed'] ? endRulesWithSeed(config, email) : endRules(config, email))
  return true
})

async function endRules(config: Config, email: string): Promise<void> {
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const log = createLog('warn')
  const ended = await withDatabase(whereDatabase(config).url, (db) =>
    endRulesByOperator(withMacsOfActs(db, macKey), email, { macKey, log, config, now: new Date() }),
  )
  if (!ended) throw new Error(`Nobody administrates a company with ${email}.`)
  const { company, outcome } = ended
  if (outcome !== 'DONE' && outcome !== 'WAITING') {
    throw new Error(`Nothing was done: ${company} ${refusals[outcome]}`)
  }
  print(`${company} ${outcomes[outcome]}`)
}
