import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TakenIn, takeInSignatures } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { rememberRecorded } from '#server/signer/remember-recorded.ts'
import { SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet } from '#server/signer/wallet.ts'
import type { ChainStory } from './chain-steps.ts'
import { testMacKey } from './codes.ts'
import { dumpOf } from './dump.ts'

/** A backup of a story's database, and what `npm run restored` takes from its record later. */
export function backUp({ engine }: ChainStory) {
  const backup = dumpOf(engine.database.ownerUrl)
  return {
    backup,
    /** Keeps the record of the story as it is now, which ends; for the story of the backup. */
    async restored() {
      const path = join(mkdtempSync(join(tmpdir(), 'quincena-kept-')), basename(engine.record.path))
      cpSync(engine.record.path, path)
      const taken: { in: TakenIn | null } = { in: null }
      const prepare = async (owner: Db) => {
        const { memoryKey, recordKey } = await openWallet(owner, 'regtest', 'ab'.repeat(32))
        const recorded = await new SigningRecord(path, recordKey).readSignatures()
        taken.in = await owner.transaction().execute(async (trx) => {
          await rememberRecorded(trx, memoryKey, recorded)
          return takeInSignatures(trx, { network: 'regtest', macKey: testMacKey }, recorded)
        })
      }
      await engine.stop()
      return { backup, prepare, taken }
    },
  }
}
