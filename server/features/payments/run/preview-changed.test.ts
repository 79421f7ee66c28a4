import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { employee } from '#contract/employees.ts'
import { previewChange } from '#contract/payments.ts'
import { payroll } from '#contract/payrolls.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  anEmployee,
  anEmployeeBody,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const s = await paymentsForFile()

/** The changes that a press on this preview reports. */
async function changesFor(ours: TestCompany, id: string, previewHash: string) {
  const { data } = expectRefusal(
    await pressRunPayment(ours, id, { previewHash }),
    409,
    'PREVIEW_CHANGED',
  )
  return z.array(previewChange).parse(data?.changes)
}

async function aFundedCompany(salaries: bigint[]) {
  const ours = await s.company()
  return { ours, ...(await s.funded(ours, salaries, 5_000_000n)) }
}

const paymentsOf = (payrollId: string) =>
  s.engine.db.selectFrom('sheets').select('id').where('payroll_id', '=', payrollId).execute()

test('the price alone moves → the hash stays, and the press pays', async () => {
  const { ours, payrollId } = await aFundedCompany([5_000n, 6_000n])
  const { previewHash } = await previewOf(ours, payrollId)
  await s.price(9_000_000n)
  expect((await previewOf(ours, payrollId)).previewHash).toBe(previewHash)
  expect((await run(ours, payrollId, { previewHash })).state).toBe('unconfirmed')
})

test('address, salary, name and people changed → each is named, nothing is planned', async () => {
  const { ours, payrollId, employeeIds } = await aFundedCompany([5_000n, 6_000n])
  const [moved = '', left = ''] = employeeIds
  const read = async (id: string) =>
    expectAccepted(employee, await ours.call('GET', `/companies/employees/${id}`))
  const [was, gone] = [await read(moved), await read(left)]
  const { previewHash } = await previewOf(ours, payrollId)

  const to = anAddress()
  const body = { firstName: 'Ana', lastName: 'Cruz', baseSalary: 90, cryptoAddress: to }
  const edit = anEmployeeBody(body)
  expectAccepted(employee, await ours.call('PUT', `/companies/employees/${moved}`, edit))
  const membership = (id: string) => `/companies/payrolls/${payrollId}/employees/${id}`
  expectAccepted(payroll, await ours.call('DELETE', membership(left)))
  const added = await anEmployee(ours, { firstName: 'Luis', lastName: 'Paz' })
  expectAccepted(payroll, await ours.call('PATCH', membership(added._id)))

  const ana = { employeeId: moved, name: 'Ana Cruz' }
  expect(await changesFor(ours, payrollId, previewHash)).toEqual([
    { ...ana, kind: 'address', before: was.cryptoAddress, after: to },
    {
      employeeId: added._id,
      name: 'Luis Paz',
      kind: 'added',
      before: null,
      after: added.cryptoAddress,
    },
    { ...ana, kind: 'salary', before: 50, after: 90 },
    {
      employeeId: left,
      name: `${gone.firstName} ${gone.lastName}`,
      kind: 'left',
      before: gone.cryptoAddress,
      after: null,
    },
    { ...ana, kind: 'name', before: `${was.firstName} ${was.lastName}`, after: 'Ana Cruz' },
  ])
  expect(await paymentsOf(payrollId)).toEqual([])
})

test('more than a hundred changes → the first hundred are named', async () => {
  const { ours, payrollId } = await aFundedCompany(Array.from({ length: 102 }, () => 1_000n))
  const { previewHash } = await previewOf(ours, payrollId)
  await s.engine.owner
    .updateTable('employees')
    .set({ base_salary_usd_cents: 1_001n })
    .where('company_id', '=', ours.companyId)
    .execute()
  expect(await changesFor(ours, payrollId, previewHash)).toHaveLength(100)
})

test('an unknown hash, or another payroll’s → nothing is named or paid', async () => {
  const { ours, payrollId } = await aFundedCompany([5_000n])
  const other = await aFundedCompany([5_000n])
  const { previewHash } = await previewOf(other.ours, other.payrollId)
  for (const hash of ['ab'.repeat(32), 'no hash', previewHash]) {
    expect(await changesFor(ours, payrollId, hash)).toEqual([])
  }
  expect(await paymentsOf(payrollId)).toEqual([])
})

longTest('the list changes often → the newest twenty previews are kept', async () => {
  const { ours, payrollId, employeeIds } = await aFundedCompany([5_000n])
  for (let cents = 5_001n; cents <= 5_022n; cents++) {
    await s.engine.owner
      .updateTable('employees')
      .set({ base_salary_usd_cents: cents })
      .where('id', '=', employeeIds[0] ?? '')
      .execute()
    await previewOf(ours, payrollId)
  }
  const kept = await s.engine.db
    .selectFrom('sheet_previews')
    .select('people')
    .where('payroll_id', '=', payrollId)
    .execute()
  expect(kept).toHaveLength(20)
})
