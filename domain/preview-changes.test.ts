import { expect, test } from 'vitest'
import { previewChanges, type ShownPerson } from './preview-changes.ts'

const person = (changes: Partial<ShownPerson> = {}): ShownPerson => ({
  employeeId: 'ana',
  name: 'Ana Menjívar',
  address: 'bc1qana',
  bank: '',
  account: '',
  usdCents: 50_000n,
  ...changes,
})
const luis = person({ employeeId: 'luis', name: 'Luis Cruz', address: 'bc1qluis' })

test('the same people → nothing changed', () => {
  expect(previewChanges([person(), luis], [luis, person()])).toEqual([])
})

test('address, salary and name of one person changed → three changes', () => {
  const now = person({ name: 'Ana Cruz', address: 'bc1qthief', usdCents: 90_000n })
  const of = { employeeId: 'ana', name: 'Ana Cruz' }
  expect(previewChanges([person(), luis], [now, luis])).toEqual([
    { ...of, kind: 'address', before: 'bc1qana', after: 'bc1qthief' },
    { ...of, kind: 'salary', before: 50_000n, after: 90_000n },
    { ...of, kind: 'name', before: 'Ana Menjívar', after: 'Ana Cruz' },
  ])
})

test('somebody was added and somebody left → both are named, with their addresses', () => {
  expect(previewChanges([person()], [luis])).toEqual([
    { employeeId: 'luis', name: 'Luis Cruz', kind: 'added', before: null, after: 'bc1qluis' },
    { employeeId: 'ana', name: 'Ana Menjívar', kind: 'left', before: 'bc1qana', after: null },
  ])
})
