import { expect, test } from 'vitest'
import { type OutputRows, planOf } from './read-outputs.ts'

const version = (requestedSats: bigint | null, sats: bigint): OutputRows['others'][number] => ({
  isOwn: true,
  vout: 0,
  script: Buffer.from('0014', 'hex'),
  sats,
  withdrawalId: 'withdrawal',
  address: 'address',
  requestedSats,
  payrollId: null,
  branch: null,
  index: null,
  lanePaymentId: null,
})

test('a version of a withdrawal of everything that pays less is what was ordered', () => {
  const ordered = planOf({ lines: [], others: [version(null, 5_000n)] })
  expect(planOf({ lines: [], others: [version(null, 5_000n), version(null, 4_000n)] })).toEqual(
    ordered,
  )
})

test('a version of a partial withdrawal that pays less is not', () => {
  const ordered = planOf({ lines: [], others: [version(5_000n, 5_000n)] })
  expect(
    planOf({ lines: [], others: [version(5_000n, 5_000n), version(5_000n, 4_000n)] }),
  ).not.toEqual(ordered)
})
