import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { walkTransaction } from '#domain/block.ts'
import { parseBtc } from '#domain/money.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company({ overUsd: null, changedAddresses: false })

const ask = (payrollId: string, body: object = { address: anAddress() }) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, body)
const run = (payrollId: string) => ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`)
const approve = async (id: string) =>
  ours.call('POST', `/transactions/${id}/approve`, { code: await s.codeOf(ours) })
const reject = (id: string) => ours.call('POST', `/transactions/${id}/reject`)

/** A withdrawal that waits for its code. */
async function askWithdrawal(payrollId: string, body?: object) {
  const { transaction } = expectAccepted(withdrawalAnswer, await ask(payrollId, body))
  expect(transaction).toMatchObject({
    type: 'withdrawal',
    state: 'pendingApproval',
    waitingFor: 'approval',
    payment: null,
  })
  return transaction
}

async function confirmed(id: string) {
  expectAccepted(decidedAnswer, await approve(id))
  await s.transactionIs(ours, id, 'unconfirmed')
  await s.engine.play.mine(1)
  return s.transactionIs(ours, id, 'confirmed')
}

async function bytesOf(id: string) {
  const { raw } = await s.engine.db
    .selectFrom('transactions')
    .select('raw')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!raw) throw new Error('it is not signed')
  return walkTransaction(raw)
}

const sats = (btc: string | undefined) => parseBtc(btc ?? '') ?? 0n

test('a withdrawal takes its amount, the fee out of it, once a code approves it', async () => {
  const { payrollId } = await s.funded(ours, [], 5_000_000n)
  const address = anAddress()
  const { _id, btc, networkFee, cryptoAddress } = await askWithdrawal(payrollId, {
    address: ` bitcoin:${address} `,
    amount: '0.02',
  })
  expect(cryptoAddress).toBe(address)
  expect(sats(btc) + sats(networkFee?.btc)).toBe(2_000_000n)
  expect(await s.balanceOf(payrollId)).toMatchObject({
    balance_sats: 5_000_000n,
    spendable_sats: 0n,
  })
  const decided = await confirmed(_id)
  expect(decided).toMatchObject({ usdRate: 91_000, failure: null })
  const { outputs } = await bytesOf(_id)
  expect(outputs.map((output) => output.sats).sort()).toEqual([sats(btc), 3_000_000n].sort())
  await s.spendable(payrollId, 3_000_000n)
  const { rows } = await sql<{ kind: string; account: string; sats: bigint }>`
    SELECT kind, account, amount_sats AS sats FROM ledger_entries
    WHERE transaction_id = ${_id} AND kind = 'withdrawal' AND account IN ('outside', 'fees')
    ORDER BY account`.execute(s.engine.db)
  expect(rows).toEqual([
    { kind: 'withdrawal', account: 'outside', sats: sats(btc) },
    { kind: 'withdrawal', account: 'fees', sats: sats(networkFee?.btc) },
  ])
})

test('withdrawing everything leaves nothing, and the payroll can be deleted', async () => {
  const { payrollId, script } = await s.funded(ours, [], 300_000n)
  await s.engine.play.give(script, 70_000n)
  await s.engine.play.mine(1)
  await s.spendable(payrollId, 370_000n)
  const { _id, btc, networkFee } = await askWithdrawal(payrollId)
  expect(sats(btc) + sats(networkFee?.btc)).toBe(370_000n)
  await confirmed(_id)
  const { inputs, outputs } = await bytesOf(_id)
  expect([inputs.length, outputs.length]).toEqual([2, 1])
  expect(await s.balanceOf(payrollId)).toMatchObject({ balance_sats: 0n })
  expect((await ours.call('DELETE', `/companies/payrolls/${payrollId}`)).status).toBe(200)
})

test('an open run blocks withdrawals; an open withdrawal blocks runs and deletion', async () => {
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const { payment } = expectAccepted(paymentAnswer, await run(payrollId))
  const during = expectRefusal(await ask(payrollId), 409, 'PAYMENT_IN_PROGRESS')
  expect(during.data).toMatchObject({ payment: { _id: payment._id } })
  await s.engine.play.mine(1)
  await s.transactionIs(ours, payment.transactions[0]?._id ?? '', 'confirmed')

  await s.price(9_100_000n)
  const { _id } = await askWithdrawal(payrollId)
  for (const answer of [
    await ask(payrollId),
    await run(payrollId),
    await ours.call('DELETE', `/companies/payrolls/${payrollId}`),
  ]) {
    const { data } = expectRefusal(answer, 409, 'PAYMENT_IN_PROGRESS')
    expect(data).toMatchObject({ payment: null, transaction: { _id } })
  }
  expectAccepted(decidedAnswer, await approve(_id))
  await s.transactionIs(ours, _id, 'unconfirmed')
  expectRefusal(await run(payrollId), 409, 'PAYMENT_IN_PROGRESS')
})

test('a rejected withdrawal frees its UTXOs and stands in nobody’s way', async () => {
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const { _id } = await askWithdrawal(payrollId)
  const { payment, transaction } = expectAccepted(decidedAnswer, await reject(_id))
  expect(payment).toBeNull()
  expect(transaction.state).toBe('rejected')
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 5_000_000n })
  expectAccepted(paymentAnswer, await run(payrollId))
})

test('a price that moves does not end a withdrawal: what was asked for is bitcoin', async () => {
  const { payrollId } = await s.funded(ours, [], 500_000n)
  const { _id } = await askWithdrawal(payrollId)
  await s.price(12_000_000n)
  expectAccepted(decidedAnswer, await approve(_id))
  await s.transactionIs(ours, _id, 'unconfirmed')
})

test('to where, and how much: what is wrong is refused by its name', async () => {
  const { payrollId, address } = await s.funded(ours, [], 500_000n)
  const faults = async (body: object) => faultsOf(await ask(payrollId, body))
  const to = anAddress()
  expect(await faults({})).toEqual({ address: 'Obligatorio' })
  expect(await faults({ address: `${to.slice(0, -1)}b` })).toEqual({
    address:
      'Dirección inválida: tiene algún carácter mal copiado. Pide que la copien de nuevo, entera.',
  })
  expect(await faults({ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })).toEqual({
    address:
      'Dirección inválida: es de la red principal de Bitcoin. Aquí se paga on-chain: pide una que empiece por bcrt1.',
  })
  expect(await faults({ address })).toEqual({
    address: 'Esta dirección es de una nómina: los fondos volverían a ella',
  })
  for (const amount of ['0', '-1', '0.000000001', '1e3', 0.5, true, '21000001']) {
    expect(await faults({ address: to, amount }), String(amount)).toEqual({
      amount: 'Formato inválido',
    })
  }
  const short = expectRefusal(
    await ask(payrollId, { address: to, amount: '0.006' }),
    409,
    'INSUFFICIENT_FUNDS',
  )
  expect(short.data).toEqual({ missing: { btc: '0.00101000', usd: 91.91 } })
  expectRefusal(await ask(payrollId, { address: to, amount: '0.000005' }), 409, 'DUST_AMOUNT')
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 500_000n })
  const empty = await s.engine.payroll(ours.companyId, [])
  expectRefusal(await ask(empty.payrollId), 409, 'INSUFFICIENT_FUNDS')
})

test('without a fresh price or node nothing is withdrawn', async () => {
  const { payrollId } = await s.funded(ours, [], 500_000n)
  s.wait(61_000)
  expectRefusal(await ask(payrollId), 503, 'PRICE_UNAVAILABLE')
  await s.price(9_100_000n)
  expectRefusal(await ask(payrollId), 503, 'NODE_UNAVAILABLE')
  s.wait(-61_000)
  await s.engine.worker.deleteFrom('prices').where('at', '>', new Date()).execute()
})

test('an address or amount changed by hand is not signed, and no UTXO is lost', async () => {
  const { owner } = s.engine
  const elsewhere = anAddress()
  const thief = await s.engine.payroll(ours.companyId, [])
  for (const [tamper, code] of [
    [
      (
        id: string,
      ) => sql`UPDATE withdrawals SET address = ${elsewhere}, script_pubkey = ${thief.script}
        WHERE id = (SELECT withdrawal_id FROM transactions WHERE id = ${id})`,
      'SCRIPT_NOT_ITS_ADDRESS',
    ],
    [
      (id: string) => sql`UPDATE withdrawals SET requested_sats = 4000000
        WHERE id = (SELECT withdrawal_id FROM transactions WHERE id = ${id})`,
      'ORDER_NOT_ITS_PLAN',
    ],
    [
      (id: string) => sql`WITH more AS (UPDATE transaction_outputs
          SET sats = sats + CASE WHEN withdrawal_id IS NULL THEN -1000 ELSE 1000 END
          WHERE transaction_id = ${id} RETURNING 1)
        UPDATE transactions SET sats = sats + 1000 FROM (SELECT count(*) FROM more) AS n WHERE id = ${id}`,
      'WITHDRAWAL_ABOVE_REQUEST',
    ],
  ] as const) {
    const { payrollId } = await s.funded(ours, [], 5_000_000n)
    const { _id } = await askWithdrawal(payrollId, { address: anAddress(), amount: '0.02' })
    const kept = await keep(_id)
    await tamper(_id).execute(owner)
    expectAccepted(decidedAnswer, await approve(_id))
    const failed = await s.transactionIs(ours, _id, 'failed')
    expect(failed).toMatchObject({ failure: 'SIGNER_REFUSED', txid: null })
    expect(await readSignerFault(s.engine.db, _id)).toMatchObject({ code })
    await s.spendable(payrollId, 5_000_000n)
    await kept.putBack()
  }
})

/** Keeps the rows of a withdrawal, to put them back before the checker looks at the end. */
async function keep(transactionId: string) {
  const { owner } = s.engine
  const transaction = await owner
    .selectFrom('transactions')
    .select(['withdrawal_id', 'sats'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const withdrawalId = transaction.withdrawal_id ?? ''
  const { address, script_pubkey, requested_sats } = await owner
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  const outputs = await owner
    .selectFrom('transaction_outputs')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute()
  return {
    async putBack() {
      await owner
        .updateTable('withdrawals')
        .set({ address, script_pubkey, requested_sats })
        .where('id', '=', withdrawalId)
        .execute()
      const { sats: before } = transaction
      await owner
        .updateTable('transactions')
        .set({ sats: before })
        .where('id', '=', transactionId)
        .execute()
      for (const output of outputs) {
        await owner
          .updateTable('transaction_outputs')
          .set({ sats: output.sats })
          .where('transaction_id', '=', transactionId)
          .where('vout', '=', output.vout)
          .execute()
      }
    },
  }
}

longTest('of withdrawals and runs at the same moment one begins', async () => {
  for (let round = 0; round < 3; round++) {
    const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
    const answers = await Promise.all([
      ask(payrollId),
      run(payrollId),
      ask(payrollId),
      ours.call('DELETE', `/companies/payrolls/${payrollId}`),
      run(payrollId),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect(['PAYMENT_IN_PROGRESS', 'PAYROLL_HAS_FUNDS']).toContain(body.code)
    }
    const { rows } = await sql`SELECT FROM transactions
      WHERE payroll_id = ${payrollId} AND type != 'receive'`.execute(s.engine.db)
    expect(rows).toHaveLength(1)
  }
})

longTest(
  'a withdrawal whose block is taken back blocks others until it is in another',
  async () => {
    const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
    const { _id } = await askWithdrawal(payrollId, { address: anAddress(), amount: '0.01' })
    await confirmed(_id)
    const hash = await s.invalidate(1)
    await s.mineOnly()
    await s.mineOnly()
    await s.transactionIs(ours, _id, 'unconfirmed')
    await s.price(9_100_000n)
    expectRefusal(await run(payrollId), 409, 'PAYMENT_IN_PROGRESS')
    await s.engine.play.mine(1)
    await s.transactionIs(ours, _id, 'confirmed')
    expect(hash).toHaveLength(64)
    await s.price(9_100_000n)
    expectAccepted(paymentAnswer, await run(payrollId))
  },
)
