import { expect, test } from 'vitest'
import {
  codeFaults,
  declarationFaults,
  documentFaults,
  fileNameFaults,
  nameFaults,
  proseFaults,
  sqlFaults,
  titleFaults,
} from './check-words.ts'

test.each(['coins', 'firstCoin', 'lost_feeder', 'toldNews', 'strangersScript'])(
  'the name %s has a retired word → refused',
  (name) => {
    expect(nameFaults(name)).not.toEqual([])
  },
)

test.each(['utxos', 'coinbase', 'coinType', 'bitcoin', 'lane_of'])('the name %s passes', (name) => {
  expect(nameFaults(name)).toEqual([])
})

test.each(['asked', 'AskedRun', 'asker', 'settleRun', 'carryOut', 'ahead', 'isPressed'])(
  'we name nothing %s',
  (name) => {
    expect(declarationFaults(name)).not.toEqual([])
  },
)

test.each(['input', 'askedBy', 'carriesBatch', 'press', 'allowed'])('we may say %s', (name) => {
  expect(declarationFaults(name)).toEqual([])
})

test('a declared name with a retired word → refused, a property of an answer passes', () => {
  const declared = 'const asked = 1\nfunction settle(ahead: 1, { a: asker }: B, ...pressed: []) {}'
  expect(codeFaults('a.ts', declared)).toHaveLength(5)
  expect(codeFaults('a.ts', 'const { asked } = answer\nsay(answer.asked, { asked: 1 })')).toEqual(
    [],
  )
})

test('a file that is named duty.ts is refused', () => {
  expect(fileNameFaults('server/features/sweeps/duty.ts')).toHaveLength(1)
  expect(fileNameFaults('server/features/sweeps/sweep-leftovers.ts')).toEqual([])
})

test.each(['const a = { ...{ b, c } }', 'const a = { ...({ b }) }', 'const a = <B {...{ c }} />'])(
  'a spread of an object literal is refused: %s',
  (code) => {
    expect(codeFaults('a.tsx', code)).toHaveLength(1)
  },
)

test.each(['const a = { ...b }', 'const a = { ...(b ? { c } : {}) }', 'const a = <B {...c} />'])(
  'a spread of anything else passes: %s',
  (code) => {
    expect(codeFaults('a.tsx', code)).toEqual([])
  },
)

test.each([
  'What the file changes.',
  'A block of others. Of these none counts.',
  'Whoever presses first is first.',
  'It is read anew.',
  'a UTXO that hangs on another',
])('the sentence is refused: %s', (sentence) => {
  expect(proseFaults(sentence)).not.toEqual([])
})

test.each([
  'The changes of a file.',
  'What is a lane? The output for one batch.',
  'A state may be `told` or `What` in code.',
  'All of it is coin selection.',
])('the sentence passes: %s', (sentence) => {
  expect(proseFaults(sentence)).toEqual([])
})

test('a title of 81 characters is refused, one of 80 passes', () => {
  expect(titleFaults('a'.repeat(81))).toHaveLength(1)
  expect(titleFaults('a'.repeat(80))).toEqual([])
})

test('code → its comments, names and titles are checked, its strings are not', () => {
  const faults = codeFaults(
    'a.test.ts',
    `// The first line
     // hangs on the second.
     const coins = 'coins of strangers'
     test('what is read anew', () => coins)`,
  )
  expect(faults).toHaveLength(3)
})

test('a document → its paragraphs and cells are checked, its code is not', () => {
  expect(
    documentFaults('# Title\n\n- What it is\n\n| a | Of b |\n\n```\nWhat is code\n```'),
  ).toHaveLength(2)
})

test('SQL → its comments are checked, its statements are not', () => {
  expect(
    sqlFaults('-- The first line\n-- hangs on the second.\nSELECT coins -- other\n'),
  ).toHaveLength(1)
})
