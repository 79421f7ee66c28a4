import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TakenIn, takeInDollars, takeInSignatures } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { rememberRecorded } from '#server/signer/remember-recorded.ts'
import { SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet } from '#server/signer/wallet.ts'
import type { ChainStory } from './chain-steps.ts'
import { testMacKey } from './codes.ts'
import { dumpOf } from './dump.ts'

/** A backup of a story's database, and what `npm run restored` takes from its record later. */
export function backUp({ engine }: Pick<ChainStory, 'engine'>) {
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
        const record = new SigningRecord(path, recordKey)
        const [recorded, notes] = [await record.readSignatures(), await record.readNotes()]
        taken.in = await owner.transaction().execute(async (trx) => {
          await rememberRecorded(trx, memoryKey, recorded)
          const context = { network: 'regtest' as const, macKey: testMacKey }
          const signatures = await takeInSignatures(trx, context, recorded)
          await takeInDollars(trx, context, notes)
          return signatures
        })
      }
      await engine.stop()
      return { backup, prepare, taken }
    },
  }
}
