import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { approvalList } from '#contract/approvals.ts'
import { consolidationAnswer, consolidationOffer } from '#contract/consolidations.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { texts } from '#contract/texts/index.ts'
import { walkTransaction } from '#domain/block.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()
const ours = await s.company()

/** A payroll with so many deposits, all in one block. */
async function manyDeposits(salaries: bigint[], count: number, sats: bigint) {
  const { payrollId, script } = await s.engine.payroll(ours.companyId, salaries)
  const payouts = Array.from({ length: count }, () => ({ script, sats }))
  await s.mineOnly([s.signedBySomebody([await s.somebodysUtxo(payouts)], payouts)])
  await s.spendable(payrollId, BigInt(count) * sats)
  await s.price(9_100_000n)
  const path = `/companies/payrolls/${payrollId}`
  const ask = (method: 'GET' | 'POST', act: string, body?: object) =>
    ours.call(method, `${path}/${act}`, body)
  return { payrollId, ask }
}

longTest(
  'a first run of over 1,000 deposits → they become one first, which is no head',
  async () => {
    const { payrollId, ask } = await manyDeposits([50_000n], 1_001, 10_000n)
    const fee = { btc: '0.00135588', usd: 123.39 }
    const shown = expectAccepted(paymentPreview, await ask('GET', 'payment-preview'))
    expect(shown.problems.map(({ code }) => code)).toEqual(['DEPOSITS_TO_CONSOLIDATE'])
    expect(shown).toMatchObject({ gatherings: 0, enough: true })
    const everything = { address: anAddress() }
    for (const refused of [
      await ask('POST', 'run-payment'),
      await ask('POST', 'withdraw-funds', everything),
    ]) {
      const { data } = expectRefusal(refused, 409, 'DEPOSITS_TO_CONSOLIDATE')
      expect(data).toEqual({ deposits: 1_000, fee })
    }
    const offer = expectAccepted(consolidationOffer, await ask('GET', 'consolidate'))
    expect(offer).toEqual({ deposits: 1_000, fee, needsCode: false, approvalsRequired: 0 })

    const { transaction } = expectAccepted(consolidationAnswer, await ask('POST', 'consolidate'))
    expect(transaction).toMatchObject({ type: 'consolidation', networkFee: fee, payment: null })
    const during = expectRefusal(await ask('POST', 'run-payment'), 409, 'PAYMENT_IN_PROGRESS')
    expect(during.data).toMatchObject({ payment: null, transaction: { _id: transaction._id } })
    expectRefusal(await ask('POST', 'consolidate'), 409, 'PAYMENT_IN_PROGRESS')
    await s.transactionIs(ours, transaction._id, 'unconfirmed')
    await s.engine.play.mine(1)
    await s.transactionIs(ours, transaction._id, 'confirmed')
    await s.spendable(payrollId, 10_010_000n - 135_588n)

    await s.price(9_100_000n)
    expectRefusal(await ask('POST', 'consolidate'), 409, 'NOTHING_TO_CONSOLIDATE')
    const { payment } = expectAccepted(paymentAnswer, await ask('POST', 'run-payment'))
    await s.paymentIs(ours, payment._id, 'unconfirmed')
    const [sent] = await s.bytesOf(payment._id)
    expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(2)
    await s.engine.play.mine(1)
    await s.paymentIs(ours, payment._id, 'confirmed')
  },
)

test('others send crumbs before a first run → no plan counts them', async () => {
  const { payrollId, ask } = await manyDeposits([50_000n], 1_200, 1_000n)
  const script = await s.engine.db
    .selectFrom('addresses')
    .select('script_pubkey')
    .where('payroll_id', '=', payrollId)
    .executeTakeFirstOrThrow()
  await s.engine.play.give(script.script_pubkey, 900_000n)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, 2_100_000n)
  const shown = expectAccepted(paymentPreview, await ask('GET', 'payment-preview'))
  expect(shown).toMatchObject({ problems: [], networkFee: { btc: '0.00000282' } })
  const { payment } = expectAccepted(paymentAnswer, await ask('POST', 'run-payment'))
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  const [sent] = await s.bytesOf(payment._id)
  expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(1)
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
})

test('a consolidation above the fee ceiling waits for a code of the person who asked', async () => {
  const { payrollId, ask } = await manyDeposits([], 150, 1_500n)
  const offer = expectAccepted(consolidationOffer, await ask('GET', 'consolidate'))
  expect(offer).toMatchObject({ deposits: 150, needsCode: true })
  const { transaction } = expectAccepted(consolidationAnswer, await ask('POST', 'consolidate'))
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  const approve = async (code: string) =>
    ours.call('POST', `/transactions/${transaction._id}/approve`, { code })
  expectRefusal(await approve('000000'), 401, 'WRONG_CODE')
  expectAccepted(decidedAnswer, await approve(await s.codeOf(ours)))
  await s.transactionIs(ours, transaction._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
  const fee = BigInt((transaction.networkFee?.btc ?? '').replace('.', ''))
  await s.spendable(payrollId, 225_000n - fee)
})

test('who prepares payrolls asks for a dear one → approvers are asked by mail', async () => {
  const { payrollId } = await manyDeposits([], 150, 1_500n)
  const t = { db: s.engine.db, call: s.call }
  const preparer = await aMember(t, ours, 'PAYROLL')
  const path = `/companies/payrolls/${payrollId}/consolidate`
  const offer = expectAccepted(consolidationOffer, await preparer.call('GET', path))
  expect(offer).toMatchObject({ needsCode: false, approvalsRequired: 1 })
  const answer = await preparer.call('POST', path)
  expect(answer.body.message).toBe(texts.es.answers.consolidationAwaitsApproval)
  const { transaction } = expectAccepted(consolidationAnswer, answer)
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  expect(await messagesTo(s.engine.db, preparer.form.email)).toEqual([])
  const mail = (await messagesTo(s.engine.db, ours.form.email)).at(-1)
  expect(mail).toMatchObject({ template: 'approvalAsked' })
  expect(mail?.text).toContain(transaction.networkFee?.btc)
  const { approvals } = expectAccepted(approvalList, await ours.call('GET', '/approvals'))
  expect(approvals).toMatchObject([{ kind: 'CONSOLIDATION', required: 1, canApprove: true }])
  const id = transaction._id
  expect((await ours.call('POST', `/transactions/${id}/approval-code`)).status).toBe(200)
  const code = { code: await s.codeOf(ours) }
  expectAccepted(decidedAnswer, await ours.call('POST', `/transactions/${id}/approve`, code))
  await s.transactionIs(ours, id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, id, 'confirmed')
})
