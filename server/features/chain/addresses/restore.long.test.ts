import { expect, test } from 'vitest'
import { restoreSeed } from '#server/signer/restore-seed.ts'
import { revealSeed } from '#server/signer/seed-backup.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { changeBranch, deriveAddressesAt, receiveBranch } from './account.ts'
import { restoreUtxos } from './restore.ts'

const secret = 'ab'.repeat(32)

const node = await nodeForFile()

/** A company that has paid somebody and loses everything but the words on paper. */
async function lostInstallation() {
  const story = await chainStory({ node })
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  await story.paymentIs(ids, await engine.run(ids), 'unconfirmed')
  await engine.play.mine(1)
  await engine.play.give(ids.script, 700_000n)
  await engine.play.mine(1)
  await engine.until(
    'the second deposit',
    async () => (await story.balanceOf(ids.payrollId)).spendable_sats > 2_500_000n,
  )
  const { spendable_sats: sats } = await story.balanceOf(ids.payrollId)
  const shown = await revealSeed(engine.owner, 'regtest', secret)
  if (!('backup' in shown)) throw new Error('the words were shown before')
  await engine.stop()
  return { sats, ...shown.backup }
}

test('the words and two numbers restore all funds to an empty database, ready to pay', async () => {
  const { sats, words, highestIndex } = await lostInstallation()
  const story = await chainStory({
    node,
    // The new installation starts with an unused seed of its own.
    prepare: async (owner) => {
      expect(await restoreSeed(owner, 'regtest', secret, words.join(' '))).toBe('new')
    },
  })
  const { engine } = story
  const { db } = engine
  await engine.price(rateUsdCentsPerBtc)
  const { companyId, userId } = await engine.company()
  const { signal } = new AbortController()
  const options = { highest: highestIndex, gap: 5 }
  const restore = (company: string | null) =>
    restoreUtxos({ ...engine, db: engine.owner }, { ...options, companyId: company }, signal)

  await expect(restore(null)).rejects.toThrow(`2 UTXOs, ${sats} sat`)
  expect(await restore(companyId)).toEqual({
    taken: { utxos: 2, sats },
    found: { utxos: 2, sats },
    gone: 0,
    looked: { receive: 5_000, change: 5_000 },
  })
  expect((await restore(null)).taken.utxos).toBe(0)

  const { id: payrollId } = await db
    .selectFrom('payrolls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', 'Recuperada')
    .executeTakeFirstOrThrow()
  expect(await story.balanceOf(payrollId)).toMatchObject({ spendable_sats: sats })
  const deposits = await db
    .selectFrom('transactions')
    .select('sats')
    .where('payroll_id', '=', payrollId)
    .where('type', '=', 'receive')
    .execute()
  expect(deposits.reduce((sum, one) => sum + one.sats, 0n)).toBe(sats)

  // A used address is not handed out again, and the old one is still watched.
  const { employeeIds } = await engine.payroll(companyId, [60_000n, 70_000n])
  const { index } = await db
    .selectFrom('addresses')
    .select(({ fn }) => fn.max('index').as('index'))
    .where('branch', '=', 0)
    .executeTakeFirstOrThrow()
  expect(index).toBeGreaterThan(highestIndex.receive + options.gap)
  await engine.addMembers({ companyId, payrollId }, employeeIds)
  await engine.price(rateUsdCentsPerBtc)
  const ids = { companyId, userId, payrollId }
  const paymentId = await engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')

  const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await expect(restoreSeed(engine.owner, 'regtest', secret, other)).rejects.toThrow(
    /belongs to another wallet/,
  )
  await expect(restoreSeed(engine.owner, 'regtest', secret, `${other} ${other}`)).rejects.toThrow(
    /not the words of a seed/,
  )
  expect(await restoreSeed(engine.owner, 'regtest', secret, words.join('\n'))).toBe('known')
  // The key that encrypts the seed is lost, but the words are not.
  expect(await restoreSeed(engine.owner, 'regtest', 'cd'.repeat(32), words.join(' '))).toBe(
    'sealed',
  )
  await engine.stop()
})

test('the numbers of the first day find UTXOs far beyond them', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const { companyId } = await engine.company()
  const far = [
    ...(await deriveAddressesAt(engine.db, receiveBranch, [12], 'regtest')),
    ...(await deriveAddressesAt(engine.db, changeBranch, [3, 300], 'regtest')),
  ]
  for (const { script } of far) await engine.play.give(script, 100_000n)
  await engine.play.mine(1)
  const { signal } = new AbortController()
  const highest = { receive: 0, change: 0 }
  const restored = await restoreUtxos(
    { ...engine, db: engine.owner },
    { highest, gap: 5, companyId },
    signal,
  )
  // Index 12 is beyond the gap but within the 5,000 that must be empty, and so is 300 after 3.
  expect(restored).toMatchObject({
    taken: { utxos: 3, sats: 300_000n },
    looked: { receive: 5_012, change: 5_300 },
  })
  await engine.stop()
})
