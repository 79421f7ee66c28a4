import { expect, test } from 'vitest'
import {
  type ApprovalTerms,
  countMissingApprovals,
  countsForOwnChange,
  isReleasedByPress,
} from './enough-approvals.ts'

const prepared: ApprovalTerms = { required: 1, ownCode: false, askedBy: null, changers: ['ana'] }

test.each<[string, ApprovalTerms, string[], number]>([
  ['nobody pressed, by who changed it', prepared, ['ana'], 1],
  ['nobody pressed, by another', prepared, ['eva'], 0],
  ['nobody pressed, nobody changed it', { ...prepared, changers: [] }, ['ana'], 0],
  ['two changed it, one approves', { ...prepared, changers: ['ana', 'eva'] }, ['ana'], 1],
  ['each vouches for the other', { ...prepared, changers: ['ana', 'eva'] }, ['ana', 'eva'], 0],
  ['two are needed, of them who changed it', { ...prepared, required: 2 }, ['ana', 'eva'], 1],
  ['two are needed, and two others', { ...prepared, required: 2 }, ['eva', 'luis'], 0],
  ['one name twice is one', { ...prepared, required: 2 }, ['eva', 'eva'], 1],
  ['pressed, by who changed it', { ...prepared, askedBy: 'eva' }, ['ana'], 0],
  ['pressed, by who pressed', { ...prepared, askedBy: 'eva' }, ['eva'], 1],
  ['the own code', { ...prepared, required: 0, ownCode: true }, ['ana'], 0],
  ['no own code', { ...prepared, required: 0, ownCode: true }, [], 1],
  ['a release, by who asked', { ...prepared, askedBy: 'eva', changedBy: ['ana'] }, ['eva'], 0],
  ['a release, by who changed it', { ...prepared, askedBy: 'eva', changedBy: ['ana'] }, ['ana'], 1],
])('%s → so many approvals are missing', (_when, terms, approvers, missing) => {
  expect(countMissingApprovals(terms, approvers)).toBe(missing)
})

test('pressed by another → an approval given before by who changed it counts', () => {
  expect(isReleasedByPress(prepared, null, ['ana'])).toBe(false)
  expect(isReleasedByPress(prepared, 'ana', ['ana'])).toBe(false)
  expect(isReleasedByPress(prepared, 'eva', ['ana'])).toBe(true)
  expect(isReleasedByPress(prepared, 'eva', ['eva'])).toBe(true)
  const own = { ...prepared, required: 0, ownCode: true }
  expect(isReleasedByPress(own, 'eva', [])).toBe(false)
})

test('who changed it counts only where another presses, or the own code is enough', () => {
  expect(countsForOwnChange(prepared, 'ana')).toBe(false)
  expect(countsForOwnChange({ ...prepared, askedBy: 'eva' }, 'ana')).toBe(true)
  expect(countsForOwnChange({ ...prepared, askedBy: 'ana' }, 'ana')).toBe(false)
  expect(countsForOwnChange({ ...prepared, ownCode: true, required: 0 }, 'ana')).toBe(true)
})
