import { expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { macOf } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

const story = await storyForFile()
const { engine } = story
const rate = 9_100_000n

type Ids = Awaited<ReturnType<typeof story.fundedPayroll>>

async function readRow({ employeeIds: [id = ''] }: Ids) {
  return engine.owner
    .selectFrom('employees')
    .select(['id', 'company_id', 'address', 'script_pubkey', 'base_salary_usd_cents'])
    .select(['bitcoin_percent', 'bank', 'bank_account', 'pay_frequency', 'version', 'mac'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

type Row = Awaited<ReturnType<typeof readRow>>

const write = ({ id, company_id, ...row }: Row) =>
  engine.owner
    .updateTable('employees')
    .set(row)
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .execute()

/** Another address, as the program writes it. */
async function moveAddress(row: Row): Promise<void> {
  const address = anAddress()
  const parsed = parseBtcAddress(address, 'regtest')
  if (!parsed.ok) throw new Error('a fresh address is valid')
  const moved = { ...row, address, script_pubkey: Buffer.from(parsed.script), version: 2 }
  await write({ ...moved, mac: macOf(engine.macKey, 'employees', moved) })
}

async function pay(ids: Ids, after?: string): Promise<string> {
  await engine.price(rate)
  const id = await engine.run(ids, after)
  await story.paymentIs(ids, id, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, id, 'confirmed')
  return id
}

test('a former row with its true MAC put back → the signer pays nobody by it', async () => {
  const ids = await story.fundedPayroll([20_000n], 3_000_000n)
  const former = await readRow(ids)
  const first = await pay(ids)
  await moveAddress(former)
  const second = await pay(ids, first)
  await write(former)
  await engine.price(rate)
  const third = await engine.run(ids, second)
  await story.paymentIs(ids, third, 'failed')
  const { id } = await engine.db
    .selectFrom('transactions')
    .select('id')
    .where('sheet_id', '=', third)
    .executeTakeFirstOrThrow()
  expect(await readSignerFault(engine.db, id)).toMatchObject({ code: 'TERMS_OLDER_THAN_SIGNED' })
})
