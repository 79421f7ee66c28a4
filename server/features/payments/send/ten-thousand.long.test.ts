import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readPayment } from '../read-payment.ts'

const people = Number(process.env.PEOPLE ?? 10_000)
const parts = Math.ceil(people / 3_060)

const story = await storyForFile()

test(`${people} people are paid in two blocks from one deposit`, async () => {
  const { engine, payroll, spendable, paymentIs } = story
  const somebody = anAddress()
  const salaries = Array.from({ length: people }, () => 1_000n)
  const ids = await payroll(
    salaries,
    salaries.map(() => somebody),
  )
  const sats = (satsFromCents(1_000n, rateUsdCentsPerBtc) + 200n) * BigInt(people)
  const states = async (paymentId: string) => {
    const payment = await readPayment(engine.db, ids.companyId, paymentId)
    return payment?.transactions.map(({ state, waitingFor }) => waitingFor ?? state).join()
  }
  const reach = (paymentId: string, ...expected: string[]) =>
    engine.until(expected.join(), async () => (await states(paymentId)) === expected.join())
  const later = (state: string) => Array<string>(parts - 1).fill(state)

  await engine.play.give(ids.script, sats)
  await engine.play.mine(1)
  await spendable(ids.payrollId, sats)
  await engine.price(rateUsdCentsPerBtc)
  const first = await engine.run(ids)
  await reach(first, 'unconfirmed', ...later('feeder'))
  await engine.play.mine(1)
  await reach(first, 'confirmed', ...later('unconfirmed'))
  await engine.play.mine(1)
  expect(await paymentIs(ids, first, 'confirmed')).toMatchObject({ paidLines: people })
})
