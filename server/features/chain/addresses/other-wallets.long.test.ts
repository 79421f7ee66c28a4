import { expect, test } from 'vitest'
import { accountDescriptor, withChecksum } from '#domain/descriptor.ts'
import { seedNumbers } from '#server/signer/seed-backup.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ nodeArgs: ['-disablewallet=0'] })

/** The balance of a watch-only wallet of the node with the two branches and their ranges. */
async function satsInBitcoinCore(xpub: string, highest: [receive: number, change: number]) {
  const { node } = story.engine
  await node.rpc('createwallet', 'words', true, true)
  const imported = await node.rpc<{ success: boolean }[]>(
    'importdescriptors',
    highest.map((to, branch) => ({
      desc: withChecksum(accountDescriptor(xpub, branch)),
      range: [0, to],
      timestamp: 0,
    })),
  )
  expect(imported.map(({ success }) => success)).toEqual([true, true])
  const unspent = await node.rpc<{ amount: number }[]>('listunspent', 0)
  return unspent.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)), 0n)
}

test('150 payments, 25 empty payrolls → Bitcoin Core finds every satoshi by descriptor', async () => {
  const { engine, payroll, paymentIs } = story
  const payrolls = [await payroll([5_000n])]
  // 25 unpaid addresses in a row exceed the gap of 20 beyond which most wallets stop looking.
  for (let unused = 0; unused < 25; unused++) await payroll([])
  while (payrolls.length < 10) payrolls.push(await payroll([5_000n]))
  for (const { script } of payrolls) await engine.play.give(script, 3_000_000n)
  await engine.play.mine(1)
  const last = new Map<string, string>()
  for (let round = 0; round < 15; round++) {
    await story.followed()
    await engine.price(9_100_000n)
    for (const ids of payrolls) {
      last.set(ids.payrollId, await engine.run(ids, last.get(ids.payrollId)))
    }
    for (const ids of payrolls) {
      await paymentIs(ids, last.get(ids.payrollId) ?? '', 'unconfirmed')
    }
    await engine.play.mine(1)
    for (const ids of payrolls) await paymentIs(ids, last.get(ids.payrollId) ?? '', 'confirmed')
  }
  const balances = await engine.db.selectFrom('payroll_balances').select('balance_sats').execute()
  const { highestIndex } = await seedNumbers(engine.db, 'regtest')
  expect(highestIndex).toEqual({ receive: 34, change: 149 })
  const { receive, change } = highestIndex
  expect(await satsInBitcoinCore(engine.wallet.xpub, [receive, change])).toBe(
    balances.reduce((sum, { balance_sats }) => sum + balance_sats, 0n),
  )
})
