import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { btcText, usdText } from '#domain/money.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { type GiveUp, giveUpTransactions, readGiveUp } from '#server/features/payments/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { openAnswers } from './ask.ts'
import { command, withDatabase } from './command.ts'
import { whereNode, whereOwner } from './installation-paths.ts'
import { print } from './print.ts'

const usage = 'npm run payments:give-up -- <txid> [--yes] [--although-it-can-confirm]'

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      'although-it-can-confirm': { type: 'boolean', default: false },
    },
  })
  const [txid = ''] = positionals
  if (!/^[0-9a-f]{64}$/.test(txid)) throw new Error(`Which transaction? ${usage}`)
  return { txid, isSure: values.yes, although: values['although-it-can-confirm'] }
}

function tell({ company, payroll, transactions, people, withdrawnSats }: GiveUp): void {
  print(`Of payroll ${payroll} of ${company} this is given up:`)
  for (const { txid, type } of transactions) {
    print(`  ${type === 'receive' ? 'deposit' : type} ${txid.toString('hex')}`)
  }
  if (people.length > 0) {
    print(`If it confirms after all, these ${people.length} people are paid twice:`)
    for (const { firstName, lastName, usdCents } of people) {
      print(`  ${firstName} ${lastName}, ${usdText(usdCents)} USD`)
    }
  }
  if (withdrawnSats > 0n)
    print(`If it confirms after all, ${btcText(withdrawnSats)} BTC leave twice.`)
  if (people.length === 0 && withdrawnSats === 0n)
    print('Nothing is paid twice if it confirms after all: the next payment excludes it.')
}

async function askReason(): Promise<string> {
  const { ask, close } = openAnswers()
  try {
    const reason = await ask('Why can it not confirm? ')
    if (!reason) throw new Error('Without a reason nothing is given up.')
    return reason
  } finally {
    close()
  }
}

/**
 * Gives up a transaction that can no longer confirm although nobody has double-spent it, so that its
 * payroll can pay again. The program may run meanwhile.
 */
command(async () => {
  const { txid, isSure, although } = options()
  const config = readConfig(process.env)
  const chain = createChain(whereNode(config))
  return withDatabase(whereOwner(config), async (db) => {
    const found = await readGiveUp(db, chain, txid)
    tell(found)
    if (found.canConfirm && !although) {
      print('The node has all that it spends, so it can confirm: cancel or bump it instead.')
      print('Nothing was changed. --although-it-can-confirm gives it up all the same.')
      return false
    }
    if (!isSure) {
      print('Nothing was changed. --yes gives it up.')
      return false
    }
    await giveUpTransactions(db, found, { by: userInfo().username, reason: await askReason() })
    print('It is given up. The payroll can pay again.')
    return true
  })
})
