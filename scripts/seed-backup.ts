import { readConfig } from '#server/config.ts'
import { readSignerSecret } from '#server/secrets.ts'
import { revealSeed } from '#server/signer/backup.ts'
import { command, withDatabase } from './command.ts'
import { say } from './say.ts'
import { whereDatabase } from './whereabouts.ts'

/** Shows the seed's 24 words to the operator, once. The program may run meanwhile. */
command(async () => {
  const config = readConfig(process.env)
  const { signerUrl } = whereDatabase(config)
  const secret = await readSignerSecret(config.signerKeyFile, config.network)
  const result = await withDatabase(signerUrl, (db) => revealSeed(db, config.network, secret))
  if ('shownAt' in result) {
    const at = result.shownAt.toISOString()
    throw new Error(`The words were shown on ${at} and are shown only once.`)
  }
  const { words, path, highestIndex } = result.backup
  say('Write these words down on paper, in this order. They are shown only this once; whoever has')
  say('them has all the funds.')
  say()
  for (const [index, word] of words.entries()) say(`${String(index + 1).padStart(3)}. ${word}`)
  say()
  say(`BIP 39 without a passphrase, account ${path} (BIP 84), network ${config.network}.`)
  say(
    `Addresses in use: receiving up to ${highestIndex.receive}, change up to ${highestIndex.change}.`,
  )
  say('A wallet that restores from the words needs a gap limit above these.')
})
