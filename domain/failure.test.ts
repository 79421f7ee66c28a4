import { expect, test } from 'vitest'
import { readFailure, refusedBySigner } from './failure.ts'

test.each([
  ['PRICE_MOVED', { code: 'PRICE_MOVED', detail: '' }],
  [
    refusedBySigner('a line: its address was changed'),
    { code: 'SIGNER_REFUSED', detail: 'a line: its address was changed' },
  ],
  ['Falta el aguinaldo: revísalo', { code: null, detail: 'Falta el aguinaldo: revísalo' }],
  ['', { code: null, detail: '' }],
])('%s is told apart from what somebody wrote', (failure, read) => {
  expect(readFailure(failure)).toEqual(read)
})
