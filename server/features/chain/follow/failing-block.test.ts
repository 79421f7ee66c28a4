import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile()

test('a block that fails twice is an error in the log and the trouble of the node', async () => {
  const { engine, payroll, depositIs, troubleIs } = story
  const { payrollId, script } = await payroll([])
  await sql`ALTER TABLE utxos ADD CONSTRAINT no_777 CHECK (sats != 777)`.execute(engine.owner)
  const txid = await engine.play.give(script, 777n)
  await engine.play.mine(1)
  await troubleIs('block_fails')
  expect(engine.alarms).toContain('a block cannot be taken in: nothing is paid until it can')

  await sql`ALTER TABLE utxos DROP CONSTRAINT no_777`.execute(engine.owner)
  await depositIs(payrollId, txid, 'confirmed')
  await troubleIs(null)
})
