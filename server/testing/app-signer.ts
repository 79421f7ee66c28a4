import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { connect } from '#server/platform/db/database.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { SignerHoldWatch } from '#server/signer/hold.ts'
import { KnownPlans } from '#server/signer/known-plans.ts'
import { SignatureMemory } from '#server/signer/signature-memory.ts'
import { signPlans } from '#server/signer/signer.ts'
import { recordPathOf, SigningRecord } from '#server/signer/signing-record.ts'
import { walletOf } from '#server/signer/wallet.ts'
import { type TestApp, testMnemonic } from './app.ts'
import { testSite } from './engine.ts'

/** A signer for an application without a node, where dollars are released. */
export async function startSignerOf(t: TestApp) {
  const db = connect(t.signerUrl, { onError: () => undefined })
  const wallet = await walletOf(testMnemonic, 'regtest')
  const folder = mkdtempSync(join(tmpdir(), 'quincena-signer-'))
  const countFile = new CountFile(join(folder, 'signer.count'), wallet.xpub)
  const record = new SigningRecord(recordPathOf(countFile.path, wallet.xpub), wallet.recordKey)
  const stopping = new AbortController()
  const caps = { paymentUsdCents: null, dayUsdCents: null, allUsdCents: null }
  const signing = signPlans(
    {
      db,
      listener: t.listener,
      wallet,
      memory: new SignatureMemory(wallet.memoryKey),
      plans: new KnownPlans(),
      countFile,
      record,
      hold: new SignerHoldWatch(),
      network: 'regtest',
      site: testSite,
      macKey: t.macKey,
      caps: { ...caps, fees: { ...defaultFeeCeilings } },
      comparesRates: false,
      log: t.log,
    },
    stopping.signal,
  )
  return {
    record,
    async stop() {
      stopping.abort()
      await signing
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A signer from the beginning of a test file to its end, for the application of the file. */
export async function signerForFile(t: TestApp) {
  const signer = await startSignerOf(t)
  // Hooks run the last one first, so the application's database still stands.
  afterAll(() => signer.stop())
  return signer
}
