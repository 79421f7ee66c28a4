import { expect, test } from 'vitest'
import { approvalList } from '#contract/approvals.ts'
import { paymentPeople } from '#contract/payments.ts'
import { readDetails, run } from '#server/testing/approval-steps.ts'
import {
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

const s = await paymentsForFile()

/** Three people of $500, $400 and $300: in bitcoin, half and half, and in dollars. */
async function waiting(percents: readonly [number, number, number]) {
  const ours = await s.company()
  const approver = await aMember(ours.t, ours, 'APPROVER')
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 40_000n, 30_000n], 3_000_000n)
  const names = ['Carlos Ernesto', 'Álvaro', 'Óscar']
  for (const [index, id] of employeeIds.entries()) {
    await editEmployee(ours, id, {
      firstName: names[index],
      bitcoinPercent: percents[index],
      bank: 'Banco Agrícola',
      bankAccount: '00-3540-8777',
    })
  }
  await setTiers(ours, [{ fromUsd: 0, approvals: 1 }])
  return { ours, approver, employeeIds, payment: await run(ours, payrollId) }
}

const peopleOf = async (who: Pick<TestCompany, 'call'>, id: string, query = '') =>
  expectAccepted(paymentPeople, await who.call('GET', `/payments/${id}/people${query}`))

test('a payment waits → its approver reads everybody, with both destinations', async () => {
  const { ours, approver, employeeIds, payment } = await waiting([100, 50, 0])
  expect(payment.state).toBe('pendingApproval')
  const { lines, totals, pages } = await peopleOf(approver, payment._id)
  const [carlos, alvaro, oscar] = employeeIds
  const account = { bank: 'Banco Agrícola', accountEnd: '8777' }
  expect(lines).toMatchObject([
    { employee: { _id: alvaro }, bitcoinUsd: 200, dollarsUsd: 200, ...account },
    { employee: { _id: carlos }, bitcoinUsd: 500, dollarsUsd: 0, bank: '', accountEnd: '' },
    {
      employee: { _id: oscar, name: expect.stringMatching(/^Óscar /) },
      bitcoinUsd: 0,
      btc: '0.00000000',
      dollarsUsd: 300,
      cryptoAddress: '',
      ...account,
    },
  ])
  const recipients = (await readDetails(ours, payment.transactions[0]?._id ?? '')).recipients
  for (const { userId, btcAmount, cryptoAddress } of recipients) {
    const line = lines.find(({ employee }) => employee._id === userId)
    expect(line).toMatchObject({ btc: btcAmount, cryptoAddress })
  }
  expect(totals).toEqual({
    people: 3,
    bitcoinPeople: 2,
    bitcoinUsd: 700,
    btc: payment.totalBtc,
    dollarsPeople: 2,
    dollarsUsd: 500,
  })
  expect(pages).toBe(1)
  const second = await peopleOf(approver, payment._id, '?page=2&limit=2')
  expect(second).toMatchObject({ lines: [{ employee: { _id: oscar } }], totals, pages: 2 })
  expect((await peopleOf(approver, payment._id, '?page=9')).lines).toEqual([])
})

test('an order has a part in dollars → its approval names everybody and the whole sum', async () => {
  const { ours, payment } = await waiting([100, 50, 0])
  const { approval } = await readDetails(ours, payment.transactions[0]?._id ?? '')
  expect(approval).toMatchObject({ people: 3, usd: 700, totalUsd: 1200 })
})

test('a payment all in dollars waits → people and sum without a transaction', async () => {
  const { ours, approver, payment } = await waiting([0, 0, 0])
  const { totals } = await peopleOf(approver, payment._id)
  expect(totals).toMatchObject({ people: 3, bitcoinPeople: 0, bitcoinUsd: 0, dollarsUsd: 1200 })
  const { approvals } = expectAccepted(approvalList, await approver.call('GET', '/approvals'))
  expect(approvals).toMatchObject([{ transaction: null, overUsd: null, reasons: [] }])
  expectRefusal(await ours.call('GET', '/payments/none/people'), 404, 'NOT_FOUND')
  const unknown = `/payments/${crypto.randomUUID()}/people`
  expectRefusal(await ours.call('GET', unknown), 404, 'NOT_FOUND')
  const others = await s.company()
  expectRefusal(await others.call('GET', `/payments/${payment._id}/people`), 404, 'NOT_FOUND')
})
