import { expect, test } from 'vitest'
import { matchPayment } from './untracked-spend.ts'

const line = (id: string, script: string, sats: bigint, paymentId = 'march') => ({
  id,
  paymentId,
  script,
  sats,
})
const output = (vout: number, script: string, sats: bigint) => ({ vout, script, sats })

const march = [line('ana', 'aa', 500n), line('luis', 'bb', 700n), line('eva', 'cc', 900n)]

test('every output equals a line of one payment → the spend is its batch', () => {
  const paid = matchPayment([output(2, 'bb', 700n), output(0, 'aa', 500n)], march)
  expect(paid).toEqual({
    paymentId: 'march',
    matched: [
      { vout: 2, lineId: 'luis' },
      { vout: 0, lineId: 'ana' },
    ],
  })
})

test.each([
  ['an output to a stranger', [output(0, 'aa', 500n), output(1, 'ff', 1n)]],
  ['an output of another amount', [output(0, 'aa', 501n)]],
  ['a line paid twice', [output(0, 'aa', 500n), output(1, 'aa', 500n)]],
  ['no output to others', []],
])('%s → the spend is no batch', (_, outputs) => {
  expect(matchPayment(outputs, march)).toBeNull()
})

test('lines of two payments → the spend is no batch of either', () => {
  const april = [line('ana in april', 'aa', 550n, 'april')]
  const outputs = [output(0, 'aa', 550n), output(1, 'bb', 700n)]
  expect(matchPayment(outputs, [...april, ...march])).toBeNull()
})

test('two people share script and salary → each output pays one of them', () => {
  const shared = [line('ana', 'aa', 500n), line('luis', 'aa', 500n)]
  const outputs = [output(0, 'aa', 500n), output(1, 'aa', 500n)]
  expect(matchPayment(outputs, shared)?.matched).toEqual([
    { vout: 0, lineId: 'ana' },
    { vout: 1, lineId: 'luis' },
  ])
})
