import { expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { approvalAnswer, approvalList, approvalOptions } from '#contract/approvals.ts'
import { cancelOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { macOf } from '#server/authorization/mac.ts'
import { testConfig } from '#server/testing/app.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { keySteps } from '#server/testing/key-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { addPasskeyRow } from '#server/testing/passkeys.ts'
import { type SoftwareKey, softwareKey } from '#server/testing/software-authenticator.ts'
import { aMember } from '#server/testing/team-steps.ts'

/** Money moves by passkeys alone: from the switch to the payment, over HTTP and on the real node. */

const publicUrl = 'http://localhost:3000'
const s = await paymentsForFile({ publicUrl })
const { engine } = s
const ours = await s.company()
const t = {
  db: engine.db,
  macKey: engine.macKey,
  log: engine.log,
  call: s.call,
  now: () => new Date(),
}
const luis = await aMember(t, ours, 'APPROVER')
const { companyId } = ours
const steps = keySteps(engine, companyId)

const withKey = async (userId: string): Promise<SoftwareKey> => {
  const key = softwareKey({ synced: true })
  await addPasskeyRow({ ...t, config: { ...testConfig, publicUrl } }, { companyId, userId }, key)
  return key
}
type Person = { who: Pick<TestCompany, 'call'>; key: SoftwareKey }
const ana: Person = { who: ours, key: await withKey(ours.user._id) }
const julian: Person = { who: luis, key: await withKey(luis.id) }

const waiting = async ({ who }: Person) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals

/** Signs what waits with this id by a key, another than the person's own where it is named. */
async function sign({ who, key }: Person, id: string, by = key) {
  const answer = await who.call('POST', `/approvals/${id}/options`)
  // A person who may not approve is not asked for a signature.
  if (answer.status !== 200) return answer
  const { options } = expectAccepted(approvalOptions, answer)
  if (!options) throw new Error('there is a passkey')
  return who.call('POST', `/approvals/${id}/approve`, { assertion: by.assert(options) })
}

test('the rule is switched on → nobody counts before the list is signed', async () => {
  const rules = { tiers: [{ fromUsd: 500, approvals: 1 }], strongOnly: true }
  expectAccepted(approvalRules, await ours.call('PUT', '/companies/approval-rules', rules))
  const payroll = await s.funded(ours, [60_000n, 40_000n], 3_000_000n)
  const pay = await ours.call('POST', `/companies/payrolls/${payroll.payrollId}/run-payment`)
  expectRefusal(pay, 409, 'QUORUM_IMPOSSIBLE')
  const [list] = await waiting(julian)
  expect(list).toMatchObject({ kind: 'RULES', required: 2, given: [], canApprove: true })
  const id = list?._id ?? ''
  expectRefusal(
    await luis.call('POST', `/approvals/${id}/approve`, { code: '123456' }),
    401,
    'WRONG_ASSERTION',
  )
  expectAccepted(approvalAnswer, await sign(julian, id))
  expectRefusal(await sign(julian, id), 409, 'ALREADY_APPROVED')
  expectAccepted(approvalAnswer, await sign(ana, id))
  expect((await waiting(ana))[0]).toMatchObject({ canApprove: false, refusal: 'ALREADY_APPROVED' })
  await engine.until('the signer counts both keys', async () => {
    const known = await steps.readAuthority()
    return known?.keys.length === 2
  })
})

test('Ana asks, Julián’s key releases it, no code and no other key does', async () => {
  const payroll = await s.funded(ours, [60_000n, 40_000n], 3_000_000n)
  const path = `/companies/payrolls/${payroll.payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await ours.call('POST', path))
  const [transaction] = payment.transactions
  expect(transaction).toMatchObject({ waitingFor: 'approval' })
  const [order] = await waiting(julian)
  const id = order?._id ?? ''
  expectRefusal(await sign(ana, id), 409, 'SELF_APPROVAL')
  expectRefusal(await sign(julian, id, ana.key), 401, 'WRONG_ASSERTION')
  expectRefusal(
    await luis.call('POST', `/approvals/${id}/approve`, { code: '123456' }),
    401,
    'WRONG_ASSERTION',
  )
  // A key that came after the list signs in, and moves no money.
  const later = await withKey(luis.id)
  expectRefusal(await sign(julian, id, later), 401, 'WRONG_ASSERTION')
  expectAccepted(approvalAnswer, await sign(julian, id))
  await s.transactionIs(ours, transaction?._id ?? '', 'unconfirmed')
})

test('Julián’s assertion replayed on another order, user or fee ceiling → refused', async () => {
  const paula = await aMember(t, ours, 'PAYROLL')
  const pay = async () => {
    const payroll = await s.funded(ours, [60_000n, 40_000n], 3_000_000n)
    const path = `/companies/payrolls/${payroll.payrollId}/run-payment`
    const { payment } = expectAccepted(paymentAnswer, await paula.call('POST', path))
    return payment
  }
  const optionsOf = async ({ who }: Person, id: string) => {
    const { options } = expectAccepted(
      approvalOptions,
      await who.call('POST', `/approvals/${id}/options`),
    )
    if (!options) throw new Error('there is a passkey')
    return options
  }
  const orderOf = async (paymentId: string) => {
    const { row } = await engine.db.transaction().execute((trx) => steps.orderOf(trx, paymentId))
    return row
  }
  const payment = await pay()
  const order = await orderOf(payment._id)
  const other = await orderOf((await pay())._id)
  const assertion = julian.key.assert(await optionsOf(julian, order.id))
  // A challenge is open for all three, so that each refusal is of the signature.
  await optionsOf(julian, other.id)
  await optionsOf(ana, order.id)
  const send = ({ who }: Person, id: string) =>
    who.call('POST', `/approvals/${id}/approve`, { assertion })
  expectRefusal(await send(julian, other.id), 401, 'WRONG_ASSERTION')
  expectRefusal(await send(ana, order.id), 401, 'WRONG_ASSERTION')
  const ceiling = async (fee_ceiling_usd_cents: bigint) => {
    const mac = macOf(engine.macKey, 'orders', { ...order, fee_ceiling_usd_cents })
    const change = { fee_ceiling_usd_cents, mac }
    await engine.db.updateTable('orders').set(change).where('id', '=', order.id).execute()
  }
  await ceiling(order.fee_ceiling_usd_cents + 1n)
  expectRefusal(await send(julian, order.id), 401, 'WRONG_ASSERTION')
  await ceiling(order.fee_ceiling_usd_cents)
  expectAccepted(approvalAnswer, await send(julian, order.id))
  await s.transactionIs(ours, payment.transactions[0]?._id ?? '', 'unconfirmed')
})

longTest('a cancellation dearer than ordered → waits for a key that signs that fee', async () => {
  const payroll = await s.funded(ours, [10_000n], 3_000_000n)
  const pay = `/companies/payrolls/${payroll.payrollId}/run-payment`
  const { payment } = expectAccepted(paymentAnswer, await ours.call('POST', pay))
  const id = payment.transactions[0]?._id ?? ''
  const [order] = await waiting(julian)
  expectAccepted(approvalAnswer, await sign(julian, order?._id ?? ''))
  await s.transactionIs(ours, id, 'unconfirmed')
  // Fees rise, so that taking it back costs more than the order allows.
  engine.chain.estimatedFeeRate = async () => 250_000n
  await engine.until('the fee rate is read', async () => {
    const node = await engine.db.selectFrom('node_status').selectAll().executeTakeFirst()
    return node?.fee_rate_sats_per_kvb === 250_000n
  })
  const path = `/transactions/${id}/cancel`
  const offer = expectAccepted(cancelOffer, await ours.call('GET', path))
  expect(offer).toMatchObject({ needsCode: true, needsKey: true })
  expectRefusal(await ours.call('POST', path), 401, 'CODE_REQUIRED')
  expectRefusal(await ours.call('POST', path, { code: '123456' }), 401, 'WRONG_ASSERTION')
  const optionsFor = async ({ who }: Person) => {
    const { options } = expectAccepted(approvalOptions, await who.call('POST', `${path}-options`))
    if (!options) throw new Error('there is a passkey')
    return options
  }
  // A key of somebody else, and the step-up of another act, confirm nothing.
  const strange = { assertion: julian.key.assert(await optionsFor(ana)) }
  expectRefusal(await ours.call('POST', path, strange), 401, 'WRONG_ASSERTION')
  const proof = { assertion: ana.key.assert(await optionsFor(ana)) }
  expectRefusal(await luis.call('POST', path, proof), 401, 'WRONG_ASSERTION')
  const { transaction } = expectAccepted(transactionAnswer, await ours.call('POST', path, proof))
  expect(transaction).toMatchObject({ type: 'cancel', state: 'unconfirmed' })
  await engine.play.mine(1)
  await s.transactionIs(ours, transaction._id, 'confirmed')
})
