import { CountFile } from '#server/signer/count-file.ts'
import { compareCounts, findRecordHold } from '#server/signer/hold.ts'
import { readConfig } from '#server/startup/config.ts'
import { openAnswers } from './ask.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { openRecord } from './mark-restored.ts'
import { print } from './print.ts'

/** Says that this database is the newest of its seed, so that its signer signs. The program may run. */
command(async () => {
  const config = readConfig(process.env)
  await withDatabase(whereDatabase(config).signerUrl, async (db) => {
    const { record, wallet } = await openRecord(db, config)
    const countFile = new CountFile(config.signerCountFile, wallet.xpub)
    const { signatures, counted } = await compareCounts({ db, countFile })
    if (counted !== null && counted > signatures) {
      throw new Error(
        `The database has ${signatures} signatures and ${countFile.path} counts ${counted}: it is not the newest. Stop the program and run npm run restored. Nothing was changed.`,
      )
    }
    print(
      `This database has ${signatures} signatures. If another one of the same seed has more, or`,
    )
    print('still signs, people can be paid twice.')
    const { ask, close } = openAnswers()
    const answer = await ask('Type adopt if this database is the newest and the only one: ')
    close()
    if (answer !== 'adopt') throw new Error('Nothing was changed.')
    if (await findRecordHold({ db, record }, signatures)) await record.begin(signatures)
    await countFile.write(signatures)
    print('The signer signs from now on.')
  })
  return true
})
