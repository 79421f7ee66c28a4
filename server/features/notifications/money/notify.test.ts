import { expect, test } from 'vitest'
import { messagesTo } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { notifyMoneyEvents } from './notify.ts'

const story = await storyForFile({ ownNode: true })

const publicUrl = 'http://127.0.0.1:3000'
/** Sends the notices; `later`: milliseconds from now at which pending events are read. */
const notify = (later = 0) =>
  notifyMoneyEvents(story.engine.worker, { ...story.engine, now: new Date(Date.now() + later) })

async function noticesTo(companyId: string) {
  const sent = await messagesTo(story.engine.db)
  // The notice of a new order is not about the chain, so it is left out.
  return sent.filter((one) => one.company_id === companyId && one.template !== 'paymentAsked')
}
const templatesTo = async (companyId: string) =>
  (await noticesTo(companyId)).map(({ template }) => template)

async function aDeposit(script: Uint8Array, sats: bigint) {
  const payouts = [{ script, sats }]
  const utxo = await story.somebodysUtxo(payouts)
  const deposit = story.signedBySomebody([utxo], payouts)
  await story.send(deposit)
  return { deposit, utxo }
}

test('a deposit is notified once in a block, and not again when that block is replaced', async () => {
  const { payroll, depositIs, mineOnly, invalidate, followed } = story
  const { companyId, payrollId, script } = await payroll([])
  const { deposit } = await aDeposit(script, 700_000n)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await notify()
  expect(await noticesTo(companyId)).toEqual([])

  await mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await notify()
  const [one, ...more] = await noticesTo(companyId)
  expect(more).toEqual([])
  expect(one).toMatchObject({ template: 'depositArrived', subject: 'Llegaron fondos: Oficina' })
  expect(one?.text).toContain('Monto: $637.00 · 0.00700000 BTC')
  expect(one?.text).toContain(`${publicUrl}/payrolls/details/${payrollId}`)

  await invalidate(1)
  await mineOnly()
  await mineOnly()
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await followed()
  await notify()
  expect(await templatesTo(companyId)).toEqual(['depositArrived'])
})

test('two deposits in one block are one message, in which dust does not count', async () => {
  const { payroll, depositIs, mineOnly } = story
  const { companyId, payrollId, script } = await payroll([])
  const [a, b] = [await aDeposit(script, 100_000n), await aDeposit(script, 200_000n)]
  const dust = await aDeposit(script, 999n)
  await mineOnly([a.deposit, b.deposit, dust.deposit])
  await depositIs(payrollId, b.deposit.txid, 'confirmed')
  await notify()
  const [one, ...more] = await noticesTo(companyId)
  expect(more).toEqual([])
  expect(one?.text).toContain('0.00300000 BTC\nDepósitos: 2')
})

test('a paid run is notified once: people, sum and network fee', async () => {
  const { engine, fundedPayroll, paymentIs, invalidate, mineOnly, bytesOf } = story
  const ids = await fundedPayroll([50_000n, 25_050n], 3_000_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  await notify(120_000)
  expect(await templatesTo(ids.companyId)).toEqual(['depositArrived'])

  const [payment] = await bytesOf(paymentId)
  if (!payment) throw new Error('an unconfirmed payment has bytes')
  await mineOnly([payment])
  const { networkFee, totalBtc } = await paymentIs(ids, paymentId, 'confirmed')
  await notify()
  const [, paid] = await noticesTo(ids.companyId)
  expect(paid).toMatchObject({ template: 'payrollPaid', subject: 'Nómina pagada: Oficina' })
  expect(paid?.text).toContain(`Personas: 2\nTotal: $750.50 · ${totalBtc} BTC`)
  expect(paid?.text).toContain(`· ${networkFee.btc} BTC\nFecha: `)

  await invalidate(1)
  await mineOnly([payment])
  await mineOnly()
  await story.followed()
  await paymentIs(ids, paymentId, 'confirmed')
  await notify(120_000)
  expect(await templatesTo(ids.companyId)).toEqual(['depositArrived', 'payrollPaid'])
})

test('a run that the signer refuses is notified as failed', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  // The row is changed past the program, so that its MAC no longer holds.
  await engine.db
    .updateTable('employees')
    .set({ base_salary_usd_cents: 60_000n })
    .where('company_id', '=', ids.companyId)
    .execute()
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'failed')
  await notify()
  const [, failed] = await noticesTo(ids.companyId)
  expect(failed).toMatchObject({ template: 'paymentFailed', subject: 'Falló un pago: Oficina' })
  expect(failed?.text).toContain('Monto: $600.00 · ')
})

test('a transaction away for a minute is notified; undone deposits and payments too', async () => {
  const { engine, payroll, depositIs, paymentIs, mineOnly, invalidate, bytesOf } = story
  const ids = await payroll([50_000n])
  const { payrollId, script, companyId } = ids
  const { deposit, utxo } = await aDeposit(script, 2_000_000n)
  await mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await story.spendable(payrollId, 2_000_000n)
  await notify()
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await bytesOf(paymentId)).toHaveLength(1)

  const { script: elsewhere } = await payroll([])
  // Another block replaces the deposit's, and its sender takes the UTXO back there.
  const rival = story.signedBySomebody([utxo], [{ script: elsewhere, sats: 1_000_000n }], 20_000n)
  await invalidate(1)
  await mineOnly([rival])
  await mineOnly()
  await paymentIs(ids, paymentId, 'removed')
  await notify()
  expect(await templatesTo(companyId)).not.toContain('paymentRemoved')
  await notify(61_000)
  expect(await templatesTo(companyId)).toContain('paymentRemoved')

  for (let block = 0; block < 5; block++) await mineOnly()
  await paymentIs(ids, paymentId, 'failed')
  await notify(120_000)
  const all = await templatesTo(companyId)
  expect(all.filter((template) => template === 'paymentFailed')).toHaveLength(1)
  expect(all.filter((template) => template === 'depositLost')).toHaveLength(1)
})

test('funds for a deleted payroll revive it, and the administrator is notified', async () => {
  const { engine, payroll, depositIs, mineOnly } = story
  const { companyId, payrollId, script } = await payroll([])
  await engine.changePayroll({ companyId, payrollId }, { deleted_at: new Date() })
  const { deposit } = await aDeposit(script, 50_000n)
  await mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await notify()
  const [one] = await noticesTo(companyId)
  expect(one?.text).toContain('La nómina estaba eliminada')
})

test('several workers at once → each event is notified once', async () => {
  const { payroll, depositIs, mineOnly } = story
  const { companyId, payrollId, script } = await payroll([])
  const { deposit } = await aDeposit(script, 50_000n)
  await mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await Promise.all(Array.from({ length: 5 }, () => notify()))
  expect(await templatesTo(companyId)).toEqual(['depositArrived'])
})
