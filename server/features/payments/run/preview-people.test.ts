import { expect, test } from 'vitest'
import { employee } from '#contract/employees.ts'
import { type PreviewPeople, previewPeople } from '#contract/payments.ts'
import { previewOf } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const ours = await s.company()

const pathOf = (payrollId: string, query = '') =>
  `/companies/payrolls/${payrollId}/payment-preview/people${query}`
const peopleOf = async (payrollId: string, query = ''): Promise<PreviewPeople> =>
  expectAccepted(previewPeople, await ours.call('GET', pathOf(payrollId, query)))

/** Names in the order of the ids. */
async function name(ids: readonly string[], names: readonly [string, string][]) {
  for (const [index, [first_name, last_name]] of names.entries()) {
    await s.engine.owner
      .updateTable('employees')
      .set({ first_name, last_name })
      .where('id', '=', String(ids[index]))
      .execute()
  }
}

test('who gets what → dollars, bitcoin and address of each, by last name, in pages', async () => {
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n)
  await name(employeeIds, [
    ['Óscar', 'Quijada'],
    ['Ana', 'Menjívar'],
    ['Rosa', 'Álvarez'],
  ])
  const { people, pages } = await peopleOf(payrollId)
  expect(people.map((one) => [one.name, one.usd, one.sharedWith])).toEqual([
    ['Rosa Álvarez', 700, []],
    ['Ana Menjívar', 600, []],
    ['Óscar Quijada', 500, []],
  ])
  expect(pages).toBe(1)
  // The page's sum is the run's total.
  const { totalBtc } = await previewOf(ours, payrollId)
  const sats = (btc: string) => BigInt(btc.replace('.', ''))
  expect(people.reduce((sum, { btc }) => sum + sats(btc), 0n)).toBe(sats(totalBtc))

  const second = await peopleOf(payrollId, '?limit=2&page=2')
  expect(second).toEqual({ people: people.slice(2), pages: 2 })
  expect(await peopleOf(payrollId, '?page=9')).toEqual({ people: [], pages: 1 })
  expect((await peopleOf(payrollId, '?search=ALVAREZ')).people).toEqual(people.slice(0, 1))
  expect(await peopleOf(payrollId, '?search=nadie')).toEqual({ people: [], pages: 0 })
  const only = `?only=${employeeIds[0]},${employeeIds[1]}`
  expect((await peopleOf(payrollId, only)).people).toEqual(people.slice(1))
  for (const bad of [`?only=${crypto.randomUUID()}`, '?only=x', '?limit=101', '?page=0']) {
    expectRefusal(await ours.call('GET', pathOf(payrollId, bad)), 400, 'VALIDATION')
  }
})

test('two with one address come first, and the preview asks until the pair is accepted', async () => {
  const shared = anAddress()
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n, [
    shared,
    anAddress(),
    shared,
  ])
  await name(employeeIds, [
    ['Rosa', 'Portillo'],
    ['Ana', 'Aguilar'],
    ['José', 'Portillo'],
  ])
  const [rosa, ana, jose] = employeeIds.map(String)
  const shown = await peopleOf(payrollId)
  expect(shown.people.map((one) => one._id)).toEqual([jose, rosa, ana])
  expect(shown.people[0]?.sharedWith).toEqual([
    { _id: rosa, name: 'Rosa Portillo', accepted: false },
  ])
  const [pair, ...others] = (await previewOf(ours, payrollId)).sharedUnaccepted
  expect(others).toEqual([])
  expect(pair?.ids.toSorted()).toEqual([rosa, jose].toSorted())
  expect(pair?.names.toSorted()).toEqual(['José Portillo', 'Rosa Portillo'])
  // A person who is paid alone shares an address with nobody in that run.
  const alone = await previewOf(ours, payrollId, `?only=${rosa}`)
  expect(alone).toMatchObject({ sharedUnaccepted: [], problems: [] })

  const accept = { with: jose, accepted: true }
  expectAccepted(
    employee,
    await ours.call('PUT', `/companies/employees/${rosa}/shared-address`, accept),
  )
  expect((await previewOf(ours, payrollId)).sharedUnaccepted).toEqual([])
  const after = await peopleOf(payrollId)
  expect(after.people.map((one) => one.sharedWith.map((other) => other.accepted))).toEqual([
    [true],
    [true],
    [],
  ])
})

test('three with one address → it is asked until all three pairs are accepted', async () => {
  const shared = anAddress()
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n, [
    shared,
    shared,
    shared,
  ])
  const [one, two, three] = employeeIds.map(String)
  const pairs = [
    [one, two],
    [one, three],
    [three, two],
  ]
  for (const [id, other] of pairs) {
    const { sharedUnaccepted } = await previewOf(ours, payrollId)
    expect(sharedUnaccepted.map(({ ids }) => ids.length)).toEqual([3])
    const body = { with: other, accepted: true }
    expectAccepted(
      employee,
      await ours.call('PUT', `/companies/employees/${id}/shared-address`, body),
    )
  }
  expect((await previewOf(ours, payrollId)).sharedUnaccepted).toEqual([])
})
