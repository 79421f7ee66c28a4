import { placesToRepeat, revealSeed } from '#server/signer/seed-backup.ts'
import { walletOf } from '#server/signer/wallet.ts'
import { readConfig } from '#server/startup/config.ts'
import { readSignerSecret } from '#server/startup/secrets.ts'
import { openAnswers } from './ask.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'
import { printSeedNumbers } from './print-seed-numbers.ts'

/** Shows the seed's 24 words to the operator, once, and asks for three of them. The program may run meanwhile. */
command(async () => {
  const config = readConfig(process.env)
  const { signerUrl } = whereDatabase(config)
  const secret = await readSignerSecret(config.signerKeyFile, config.network)
  const result = await withDatabase(signerUrl, (db) => revealSeed(db, config.network, secret))
  if ('shownAt' in result) {
    const at = result.shownAt.toISOString()
    throw new Error(
      `The words were shown on ${at} and are shown only once. npm run seed:numbers shows the numbers.`,
    )
  }
  const { words, ...numbers } = result.backup
  print(
    'Write these words down on paper, in this order. They are shown only this once; anybody who has',
  )
  print('them has all the funds.')
  print()
  for (const [index, word] of words.entries()) print(`${String(index + 1).padStart(3)}. ${word}`)
  print()
  const { xpub } = await walletOf(words.join(' '), config.network)
  printSeedNumbers(numbers, xpub, config.network)
  print('The two numbers grow with every payroll and payment: npm run seed:numbers shows them.')
  print()
  await askForThree(words)
  print('These are the words. Keep the paper in two places.')
  return true
})

async function askForThree(words: string[]): Promise<void> {
  const { ask, close } = openAnswers()
  print('Type three of them, from the paper.')
  for (const place of placesToRepeat(words.length)) {
    while ((await ask(`Word ${place + 1}: `)).toLowerCase() !== words[place]) {
      print(`Word ${place + 1} is another. Compare the paper with the list above.`)
    }
  }
  close()
}
