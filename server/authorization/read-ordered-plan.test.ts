import { expect, test } from 'vitest'
import { toOrderedPlan } from './read-ordered-plan.ts'

const pays = { companyId: 'c', payrollId: 'p', kind: null, periodKey: null, extra: false }

const version = (requestedSats: bigint | null, sats: bigint) => ({
  script: Buffer.from('0014', 'hex'),
  sats,
  address: 'address',
  requestedSats,
})

test('a version of a withdrawal of everything that pays less is what was ordered', () => {
  const ordered = toOrderedPlan({
    pays,
    lines: [],
    dollars: [],
    withdrawals: [version(null, 5_000n)],
  })
  expect(
    toOrderedPlan({
      pays,
      lines: [],
      dollars: [],
      withdrawals: [version(null, 5_000n), version(null, 4_000n)],
    }),
  ).toEqual(ordered)
})

test('a version of a partial withdrawal that pays less is not', () => {
  const ordered = toOrderedPlan({
    pays,
    lines: [],
    dollars: [],
    withdrawals: [version(5_000n, 5_000n)],
  })
  expect(
    toOrderedPlan({
      pays,
      lines: [],
      dollars: [],
      withdrawals: [version(5_000n, 5_000n), version(5_000n, 4_000n)],
    }),
  ).not.toEqual(ordered)
})
