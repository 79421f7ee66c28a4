import { expect, test } from 'vitest'
import { chooseSpendingMarks, shortUsd } from './spending-scale.ts'

test.each([
  [112_905, ['0', '$50k', '$100k', '$150k']],
  [12_160.5, ['0', '$5k', '$10k', '$15k']],
  [7_000, ['0', '$2.5k', '$5k', '$7.5k']],
  [4_000_000, ['0', '$2M', '$4M', '$6M']],
  [3, ['0', '$1', '$2', '$3']],
  [0.5, ['0', '$0.5', '$1', '$1.5']],
])('the axis for %d ends at or above it, in round steps', (highest, labels) => {
  const marks = chooseSpendingMarks(highest)
  expect(marks.map(shortUsd)).toEqual(labels)
  expect(marks.at(-1)).toBeGreaterThanOrEqual(highest)
})
