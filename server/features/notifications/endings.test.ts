import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transactionAnswer } from '#contract/fee-bumps.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { notifyMoneyEvents } from './money/notify.ts'

const s = await paymentsForFile()

/** The newest message to a company about an end, once all pending notices were written. */
async function endMail(ours: TestCompany) {
  await notifyMoneyEvents(s.engine.worker, { ...s.engine, now: new Date() })
  const ends = ['paymentRejected', 'paymentCancelled']
  const sent = await messagesTo(s.engine.db, ours.form.email)
  const rows = sent.filter(({ template }) => ends.includes(template))
  expect(rows).toHaveLength(1)
  return rows[0]
}

async function aRun(overUsd: number | null) {
  const ours = await s.company({ overUsd, changedAddresses: false })
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  const path = `/companies/payrolls/${payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await ours.call('POST', path, {}))
  return { ours, payrollId, id: payment.transactions[0]?._id ?? '' }
}

test('a rejected run is notified with its sum and the reason given', async () => {
  const { ours, id } = await aRun(100)
  await ours.call('POST', `/transactions/${id}/reject`, { reason: 'Falta el aguinaldo' })
  const mail = await endMail(ours)
  expect(mail).toMatchObject({
    template: 'paymentRejected',
    subject: 'Se rechazó un pago: Oficina',
  })
  expect(mail?.text).toContain('Se rechazó antes de firmarse.\n\nNo se movió ningún fondo.')
  expect(mail?.text).toContain('Monto: $200.00 · ')
  expect(mail?.text).toContain('Motivo: Falta el aguinaldo')
  expect(mail?.text).toContain(`${s.engine.config.publicUrl}/dashboard/transaction/${id}`)
  // A second look sends nothing more.
  await endMail(ours)
})

test('a run that nobody approved within a day is notified, without a reason', async () => {
  const { ours, id } = await aRun(100)
  await sql`UPDATE orders SET requested_at = requested_at - interval '24 hours 1 second'
    WHERE id = (SELECT order_id FROM transactions WHERE id = ${id})`.execute(s.engine.owner)
  await s.wake()
  await s.transactionIs(ours, id, 'rejected')
  const mail = await endMail(ours)
  expect(mail?.text).toContain('Nadie lo aprobó en 24 horas')
  expect(mail?.text).not.toContain('Motivo')
})

test('a run whose price moved before its approval is notified', async () => {
  const { ours, id } = await aRun(100)
  await s.price(9_555_001n)
  await ours.call('POST', `/transactions/${id}/approve`, { code: await s.codeOf(ours) })
  await s.transactionIs(ours, id, 'rejected')
  expect((await endMail(ours))?.text).toContain('se movió más del 5 %')
})

test('a rejected withdrawal is notified as a withdrawal', async () => {
  const ours = await s.company({ overUsd: null, changedAddresses: false })
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  const answer = expectAccepted(
    transactionAnswer,
    await ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, {
      address: anAddress(),
    }),
  )
  await ours.call('POST', `/transactions/${answer.transaction._id}/reject`)
  const mail = await endMail(ours)
  expect(mail?.subject).toBe('Se rechazó un retiro: Oficina')
  expect(mail?.text).not.toContain('Motivo')
})

test('a cancellation is notified once it is in a block, and not before', async () => {
  const { ours, id } = await aRun(null)
  await s.transactionIs(ours, id, 'unconfirmed')
  const { transaction } = expectAccepted(
    transactionAnswer,
    await ours.call('POST', `/transactions/${id}/cancel`),
  )
  await notifyMoneyEvents(s.engine.worker, { ...s.engine, now: new Date() })
  await s.transactionIs(ours, transaction._id, 'unconfirmed')
  await s.engine.play.mine(1)
  const { btc } = await s.transactionIs(ours, transaction._id, 'confirmed')
  const mail = await endMail(ours)
  expect(mail).toMatchObject({
    template: 'paymentCancelled',
    subject: 'Se canceló un pago: Oficina',
  })
  expect(mail?.text).toContain(`${btc} BTC`)
  expect(mail?.text).toContain('nadie cobró con lo que se canceló')
})
