import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { MemoryChanged, verifyMemory } from './signature-chain.ts'

/** Changes of the signer's memory by the owner of the database stop it. */

const story = await storyForFile()
for (let n = 0; n < 3; n++) {
  const payroll = await story.fundedPayroll([10_000n, 20_000n], 5_000_000n)
  await story.paymentIs(payroll, await story.engine.run(payroll), 'unconfirmed')
}

const proven = (trx: Trx) => verifyMemory(trx, story.engine.wallet.memoryKey)

/** The effect of a change on the memory; afterwards the change is undone. */
async function after(change: (trx: Trx) => Promise<unknown>): Promise<unknown> {
  let outcome: unknown
  const undone = story.engine.owner.transaction().execute(async (trx) => {
    await change(trx)
    outcome = await proven(trx).catch((error: unknown) => error)
    throw new Error('as it was')
  })
  await expect(undone).rejects.toThrow('as it was')
  return outcome
}

test('a memory that nobody has changed is proven', async () => {
  expect(await story.engine.owner.transaction().execute(proven)).toMatchObject({ signatures: 3n })
})

const second = sql`(SELECT transaction_id FROM signer.signatures WHERE number = 2)`

test.each([
  ['an amount is smaller', sql`UPDATE signer.signatures SET paid_sats = 1 WHERE number = 2`],
  ['a rate is another', sql`UPDATE signer.signatures SET rate_usd_cents_per_btc = 1`],
  ['it is of another run', sql`UPDATE signer.signatures SET run_id = uuidv7() WHERE number = 2`],
  ['it is older', sql`UPDATE signer.signatures SET signed_at = 'epoch' WHERE number = 3`],
  ['it pays nobody', sql`UPDATE signer.signatures SET paid = '{}' WHERE number = 1`],
  ['it spends something else', sql`UPDATE signer.signature_inputs SET vout = vout + 1`],
  ['it spends nothing', sql`DELETE FROM signer.signature_inputs WHERE transaction_id = ${second}`],
  ['its address is another’s', sql`UPDATE signer.signed_scripts SET payroll_id = uuidv7()`],
  ['an address is gone', sql`DELETE FROM signer.signed_scripts WHERE transaction_id = ${second}`],
  [
    'an address is put in',
    sql`INSERT INTO signer.signed_scripts VALUES (decode('00', 'hex'), uuidv7(), uuidv7())`,
  ],
  ['how many there are is lower', sql`UPDATE signer.signature_count SET signatures = 2`],
  ['how many there are is gone', sql`DELETE FROM signer.signature_count`],
])('where %s, the memory is not proven', async (_what, change) => {
  expect(await after((trx) => change.execute(trx))).toBeInstanceOf(MemoryChanged)
})

test.each([1, 2, 3])('signature %i of 3 is missed', async (number) => {
  const gone = async (trx: Trx) => {
    const id = sql`(SELECT transaction_id FROM signer.signatures WHERE number = ${number})`
    await sql`DELETE FROM signer.signature_inputs WHERE transaction_id = ${id}`.execute(trx)
    await sql`DELETE FROM signer.signed_scripts WHERE transaction_id = ${id}`.execute(trx)
    await sql`DELETE FROM signer.signatures WHERE number = ${number}`.execute(trx)
  }
  expect(await after(gone)).toBeInstanceOf(MemoryChanged)
})

test('a running signer signs nothing from a change on, and goes on once it is undone', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  const run = await engine.owner
    .selectFrom('signer.signatures')
    .select('run_id')
    .where('number', '=', 1n)
    .executeTakeFirstOrThrow()
  const setRun = (id: string) =>
    sql`UPDATE signer.signatures SET run_id = ${id} WHERE number = 1`.execute(engine.owner)
  await setRun('00000000-0000-7000-8000-000000000000')
  engine.alarms.length = 0
  const paymentId = await engine.run(payroll)
  await engine.until('the signer says what is wrong', async () =>
    engine.alarms.includes('nothing is signed: SIGNER_MEMORY_CHANGED'),
  )
  const { waiting_for, raw } = await engine.db
    .selectFrom('transactions')
    .select(['waiting_for', 'raw'])
    .where('sheet_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect({ waiting_for, raw }).toEqual({ waiting_for: 'signature', raw: null })
  const heldIs = (held: unknown) =>
    engine.until('the signer has written why', async () => {
      await notify(engine.db, 'signatures')
      const row = await engine.db.selectFrom('signer_status').select('held').executeTakeFirst()
      return isDeepStrictEqual(row?.held ?? null, held)
    })
  await heldIs({ code: 'MEMORY_CHANGED' })

  await setRun(run.run_id)
  await heldIs(null)
  await paymentIs(payroll, paymentId, 'unconfirmed')
  engine.alarms.length = 0
})

test('the last signature is missed by the signer that made it, count and all', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const { owner, memory } = engine
  const count = await owner
    .selectFrom('signer.signature_count')
    .selectAll()
    .executeTakeFirstOrThrow()
  const payroll = await fundedPayroll([10_000n], 5_000_000n)
  await paymentIs(payroll, await engine.run(payroll), 'unconfirmed')
  // A generated column is not written.
  const { pays, ...last } = await owner
    .selectFrom('signer.signatures')
    .selectAll()
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(pays).toBe(true)
  const of = last.transaction_id
  const inputs = await owner
    .deleteFrom('signer.signature_inputs')
    .where('transaction_id', '=', of)
    .returningAll()
    .execute()
  const scripts = await owner
    .deleteFrom('signer.signed_scripts')
    .where('transaction_id', '=', of)
    .returningAll()
    .execute()
  await owner.deleteFrom('signer.signatures').where('transaction_id', '=', of).execute()
  await owner.updateTable('signer.signature_count').set(count).execute()
  // A signer that starts now sees a restored backup.
  expect(await verifyMemory(owner, engine.wallet.memoryKey)).toMatchObject({ signatures: 4n })
  await expect(memory.prove(owner)).rejects.toMatchObject({
    fault: { code: 'SIGNATURES_GONE', signatures: '4', signed: '5' },
  })
  await owner.insertInto('signer.signatures').values(last).execute()
  await owner.insertInto('signer.signature_inputs').values(inputs).execute()
  await owner.insertInto('signer.signed_scripts').values(scripts).execute()
  await expect(memory.prove(owner)).rejects.toMatchObject({
    fault: { code: 'COUNT_CHANGED', signatures: '5', counted: '4' },
  })
})
