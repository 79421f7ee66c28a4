import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkPayroll } from '#contract/imports.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { anAddress } from '../testing/engine.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '../testing/factories.ts'
import { aList, aListForm, createList, replaceList } from '../testing/lists.ts'
import { among, interleavings, race, raceSeed } from '../testing/race.ts'

/** Pays, withdraws, deletes and uploads another list at once: one of them moves money. */

const s = await paymentsForFile()

/** Three people, whom the next list has too, at other addresses. */
const aListOfThree = () => {
  const addresses = ['Ana', 'Eva', 'Luz'].map(() => anAddress())
  const people = addresses.map((address, index) => ({ firstName: `Persona ${index}`, address }))
  return { addresses, file: aList(...people) }
}

async function aFundedList(ours: TestCompany) {
  const list = aListOfThree()
  const payroll = expectAccepted(bulkPayroll, await createList(ours, { file: list.file }), 201)
  const parsed = parseBtcAddress(payroll.cryptoAddress, 'regtest')
  if (!parsed.ok) throw new Error('a payroll has an address')
  await s.engine.play.give(parsed.script, 10_000_000n)
  await s.engine.play.mine(1)
  await s.spendable(payroll._id, 10_000_000n)
  await s.price(9_100_000n)
  return { payrollId: payroll._id, list }
}

const kinds = ['run', 'run', 'withdraw', 'delete', 'replace', 'replace'] as const
type Kind = (typeof kinds)[number]

async function paidAddresses(payrollId: string): Promise<string[]> {
  const rows = await s.engine.db
    .selectFrom('sheet_lines as l')
    .innerJoin('sheets as p', 'p.id', 'l.sheet_id')
    .innerJoin('transaction_outputs as o', 'o.line_id', 'l.id')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select(['l.address', 't.state'])
    .where('p.payroll_id', '=', payrollId)
    .where('t.state', '=', 'unconfirmed')
    .execute()
  return rows.map(({ address }) => address).sort()
}

test(`run, withdrawal, deletion and lists in any order → one moves money (RACE_SEED=${raceSeed})`, async () => {
  for (const interleaving of interleavings(kinds)) {
    const ours = await s.company({ overUsd: null, changedAddresses: false })
    const { payrollId, list } = await aFundedList(ours)
    const path = `/companies/payrolls/${payrollId}`
    const lists = [list.addresses]
    const begin: Record<Kind, () => ReturnType<TestCompany['call']>> = {
      run: () => ours.call('POST', `${path}/run-payment`, {}),
      withdraw: () => ours.call('POST', `${path}/withdraw-funds`, { address: anAddress() }),
      delete: () => ours.call('DELETE', path),
      replace: () => {
        const next = aListOfThree()
        lists.push(next.addresses)
        return replaceList(ours, payrollId, { file: next.file })
      },
    }
    const done = (await race(interleaving, begin)).filter((kind) => kind !== 'replace')
    expect(done, interleaving.join()).toHaveLength(1)
    expect(done, 'a payroll with funds is not deleted').not.toContain('delete')
    if (done.includes('withdraw')) {
      await s.reject(ours, payrollId)
      expect(await race(among(interleaving, ['run', 'replace']), begin)).toContain('run')
    }
    const paid = await s.engine.until('all of it is sent', async () => {
      const addresses = await paidAddresses(payrollId)
      return addresses.length > 0 && addresses
    })
    expect(lists.map((addresses) => addresses.toSorted())).toContainEqual(paid)
  }
}, 600_000)

test('a payment or a list repeated under its key → its first answer', async () => {
  const ours = await s.company({ overUsd: null, changedAddresses: false })
  const { payrollId } = await aFundedList(ours)
  const { file } = aListOfThree()
  const path = `/companies/payrolls/${payrollId}`
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  const replace = () => ours.call('PUT', `${path}/bulk`, aListForm({ file }), keyed('lista'))
  const pay = () => ours.call('POST', `${path}/run-payment`, {}, keyed('pago'))
  const [replaced, paid] = [await replace(), await pay()]
  expect([replaced.status, paid.status]).toEqual([200, 200])
  await sql`UPDATE rate_limits SET count = 1000000 WHERE key = ${`run-payment ${payrollId}`}`.execute(
    s.engine.owner,
  )
  expectRefusal(await ours.call('POST', `${path}/run-payment`, {}), 429, 'RATE_LIMITED')
  expectRefusal(await replaceList(ours, payrollId, { file }), 409, 'PAYMENT_IN_PROGRESS')
  for (const [again, first] of [
    [await pay(), paid],
    [await replace(), replaced],
  ] as const) {
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotent-replayed']).toBe('true')
  }
  const other = aListForm({ file: aListOfThree().file })
  const reused = await ours.call('PUT', `${path}/bulk`, other, keyed('lista'))
  expectRefusal(reused, 409, 'IDEMPOTENCY_KEY_REUSED')
})
