import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { type SignerHold, signerHold } from '#server/authorization/signer-hold.ts'
import { notify } from '#server/platform/db/notify.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { CountFile } from './count-file.ts'
import { countSignatures } from './pending-record.ts'
import { SigningRecord } from './signing-record.ts'

/** The count file beside the key against a restored or copied database. */

const story = await storyForFile()

const readHold = async () => {
  const row = await story.engine.db.selectFrom('signer_status').select('held').executeTakeFirst()
  return signerHold.nullish().parse(row?.held) ?? null
}

/** Wakes the signer, which looks by itself only every five seconds. */
const wake = () => notify(story.engine.db, 'signatures')

/** Presses once the signer has said why it waits, and answers what lets it go. */
async function pressWhileHeld(code: SignerHold['code']): Promise<() => Promise<unknown>> {
  const { engine, fundedPayroll, paymentIs } = story
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  await engine.until('the signer says why', async () => {
    await wake()
    return (await readHold())?.code === code
  })
  const before = await countSignatures(engine.owner)
  const paymentId = await engine.run(payroll)
  const row = () =>
    engine.db
      .selectFrom('transactions')
      .select(['state', 'waiting_for', 'raw'])
      .where('sheet_id', '=', paymentId)
      .executeTakeFirstOrThrow()
  await engine.until('its UTXOs are found', async () => (await row()).waiting_for === 'signature')
  const looks = vi.spyOn(engine.countFile, 'read')
  await engine.until('it has looked three times', async () => {
    await wake()
    return looks.mock.calls.length > 2
  })
  looks.mockRestore()
  expect(await row()).toEqual({ state: 'pendingApproval', waiting_for: 'signature', raw: null })
  expect(await countSignatures(engine.owner)).toBe(before)
  return async () => {
    await wake()
    return paymentIs(payroll, paymentId, 'unconfirmed')
  }
}

test('a fresh installation → the file counts nothing, and then each signature', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await engine.until('the file is there', async () => (await engine.countFile.read()) === 0n)
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  await paymentIs(payroll, await engine.run(payroll), 'unconfirmed')
  await engine.until('it is counted', async () => (await engine.countFile.read()) === 1n)
  expect(await readHold()).toBeNull()
})

test('a file that counts fewer → it is brought up to the database, and signing goes on', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  await engine.countFile.write(0n)
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  await paymentIs(payroll, await engine.run(payroll), 'unconfirmed')
  await engine.until('all are counted', async () => (await engine.countFile.read()) === 2n)
})

test('a file that counts more → payments wait, and the signer names npm run restored', async () => {
  const { countFile } = story.engine
  await countFile.write(9n)
  const isPaid = await pressWhileHeld('DATABASE_IS_OLDER')
  await countFile.write(2n)
  await isPaid()
})

test('no file → payments wait until the database is adopted', async () => {
  const { countFile } = story.engine
  rmSync(countFile.path)
  const isPaid = await pressWhileHeld('COUNT_FILE_MISSING')
  await countFile.write(3n)
  await isPaid()
})

test('a copy of the file, or the file of another seed → as none', async () => {
  const { countFile } = story.engine
  const { path } = countFile
  expect(await countFile.read()).not.toBeNull()
  expect(await new CountFile(path, 'another seed').read()).toBeNull()
  renameSync(path, `${path}.away`)
  copyFileSync(`${path}.away`, path)
  expect(await countFile.read()).toBeNull()
  renameSync(`${path}.away`, path)
  expect(await countFile.read()).not.toBeNull()
})

/** The record, besides the one that the signer reads. */
const openRecord = () => new SigningRecord(story.engine.record.path, story.engine.wallet.recordKey)

test('a record that lacks a signature → payments wait until the database is adopted', async () => {
  const { record, owner } = story.engine
  rmSync(record.path)
  const isPaid = await pressWhileHeld('RECORD_INCOMPLETE')
  await openRecord().begin(await countSignatures(owner))
  await isPaid()
})

/** The next signature is recorded, and its signer dies before the commit. */
function dieOnceRecorded(meanwhile: (transaction: string) => unknown = wake) {
  const { record } = story.engine
  const append = record.append
  record.append = async (signed) => {
    record.append = append
    await append(signed)
    void meanwhile(signed.transaction)
    throw new Error('the signer died')
  }
}

test('recorded and not committed → the same bytes are signed, and recorded once', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  dieOnceRecorded()
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  const paid = await paymentIs(payroll, await engine.run(payroll), 'unconfirmed')
  const recorded = (await openRecord().read())?.signatures ?? []
  expect(recorded.map(({ txid }) => txid)).toEqual([expect.any(String), paid.transactions[0]?.txid])
})

test('recorded, and its plan ended unsigned → void, and the next plan is signed', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  const next = await fundedPayroll([10_000n], 5_000_000n)
  dieOnceRecorded((id) =>
    engine.owner
      .updateTable('transactions')
      .set({ ended: 'failed', waiting_for: null, failure: 'PLAN_EXPIRED' })
      .where('id', '=', id)
      .execute(),
  )
  await paymentIs(payroll, await engine.run(payroll), 'failed')
  const paid = await paymentIs(next, await engine.run(next), 'unconfirmed')
  const newest = (await openRecord().read())?.signatures.at(-1)
  expect(newest).toMatchObject({
    number: await countSignatures(engine.owner),
    txid: paid.transactions[0]?.txid,
  })
})
