import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { editEmployee, expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { paydaySteps } from '#server/testing/payday-steps.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company()
const { payroll, statusOf, until, add, fund, run, path } = paydaySteps(s, ours)

const remove = (id: string, employee: string) =>
  ours.call('DELETE', `${path(id)}/employees/${employee}`)

/** A payroll of which each person has a share in bitcoin. */
async function ofShares(...percents: number[]) {
  const { id, script } = await payroll()
  const people: string[] = []
  for (const bitcoinPercent of percents) {
    const person = await add(id, 100)
    const account = { bank: 'Banco Agrícola', bankAccount: '0035-8777' }
    await editEmployee(ours, person, { bitcoinPercent, ...account })
    people.push(person)
  }
  return { id, script, people }
}

const press = async (id: string, body: object = {}) =>
  expectAccepted(paymentAnswer, await run(id, body)).payment

const nobody = { lines: 0, totalUsd: 0, paid: 0, paidUsd: 0, dollars: null }

test('members change after a payment → its own people are counted', async () => {
  const { id, script, people } = await ofShares(100, 100, 100)
  await fund(id, script, 1_000_000n)
  expect(await statusOf(id)).toMatchObject({ code: 'ready', ...nobody })
  const payment = await press(id)
  const sums = { totalUsd: 300, paidUsd: 300 }
  const ofAll = { payment: payment._id, lines: 3, paid: 3, dollars: null, ...sums }
  expect(await until(id, 'sent')).toMatchObject(ofAll)
  await s.engine.play.mine(1)
  expect(await until(id, 'paid')).toMatchObject({ people: 3, unpaid: 0, ...ofAll })

  const [first = '', second = ''] = people
  expect((await remove(id, first)).status).toBe(200)
  expect(await statusOf(id)).toMatchObject({ people: 2, unpaid: 0, ...ofAll })
  await add(id, 100)
  await add(id, 100)
  await editEmployee(ours, second, { bitcoinPercent: 0, baseSalary: 700 })
  expect(await statusOf(id)).toMatchObject({ people: 4, unpaid: 2, ...ofAll })
})

test('dollars go to the bank → nobody is paid before, and each list that left counts', async () => {
  const { id } = await ofShares(0, 0)
  const payment = await press(id)
  const none = { code: 'paid', payment: payment._id, lines: 2, paid: 0, paidUsd: 0 }
  expect(await statusOf(id)).toMatchObject({ ...none, dollars: { people: 2, left: 2 } })
  await s.fileOf(ours, `/payments/${payment._id}/dollar-lines.csv`)
  expect(await statusOf(id)).toMatchObject({ paid: 2, dollars: { people: 2, left: 0 } })
  await add(id, 100)
  expect(await statusOf(id)).toMatchObject({ people: 3, lines: 2, paid: 2 })
})

test('bitcoin and dollars → those in dollars alone are paid once their list is sent', async () => {
  const { id, script } = await ofShares(100, 50, 0)
  await fund(id, script, 1_000_000n)
  const payment = await press(id)
  await until(id, 'sent')
  await s.engine.play.mine(1)
  const sums = { totalUsd: 300, paidUsd: 150 }
  const ofBitcoin = { lines: 3, paid: 2, ...sums, dollars: { people: 2, left: 2 } }
  expect(await until(id, 'paid')).toMatchObject({ unpaid: 0, ...ofBitcoin })
  await s.fileOf(ours, `/payments/${payment._id}/dollar-lines.csv`)
  expect(await statusOf(id)).toMatchObject({
    paid: 3,
    paidUsd: 300,
    dollars: { people: 2, left: 0 },
  })
})

test('one person alone is paid after all others → it is said of that payment', async () => {
  const { id } = await ofShares(0, 0, 0)
  const all = await press(id)
  await s.fileOf(ours, `/payments/${all._id}/dollar-lines.csv`)
  const newcomer = await add(id, 520)
  await editEmployee(ours, newcomer, { bitcoinPercent: 0 })
  const alone = await press(id, { only: [newcomer] })
  await s.fileOf(ours, `/payments/${alone._id}/dollar-lines.csv`)
  const said = { payment: alone._id, people: 4, unpaid: 0, lines: 1, paid: 1, paidUsd: 520 }
  expect(await statusOf(id)).toMatchObject({ code: 'paid', ...said })
})
