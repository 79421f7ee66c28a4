import { expect, test } from 'vitest'
import { findPeriodsOfUntrackedPay, type UntrackedPay } from './untracked-pay.ts'

const day = (day: number) => new Date(Date.UTC(2026, 10, day, 15))
const paydays = [
  { key: '2026-10-Q2', dueAt: new Date(Date.UTC(2026, 9, 30, 15)), isSkipped: false },
  { key: '2026-11-Q1', dueAt: day(13), isSkipped: false },
  { key: '2026-11-Q2', dueAt: day(27), isSkipped: false },
]
const lines = new Map([['2026-10-Q2', new Set(['ana'])]])
const linesOf = async (key: string) => lines.get(key) ?? new Set<string>()
const keysOf = async (pays: readonly UntrackedPay[], dates = paydays) =>
  [...(await findPeriodsOfUntrackedPay(pays, dates, linesOf))].map(([key, people]) => [
    key,
    [...people],
  ])

test('an untracked spend pays the period that was due when it was mined', async () => {
  expect(await keysOf([{ employeeId: 'ana', at: day(14) }])).toEqual([['2026-11-Q1', ['ana']]])
  expect(await keysOf([{ employeeId: 'eva', at: day(12) }])).toEqual([['2026-10-Q2', ['eva']]])
})

test('whose due period was paid before → it was an early press for the next one', async () => {
  expect(await keysOf([{ employeeId: 'ana', at: day(12) }])).toEqual([['2026-11-Q1', ['ana']]])
  const both = [
    { employeeId: 'eva', at: day(14) },
    { employeeId: 'eva', at: day(25) },
  ]
  expect(await keysOf(both)).toEqual([
    ['2026-11-Q1', ['eva']],
    ['2026-11-Q2', ['eva']],
  ])
})

test('mined before the schedule, or on a skipped payday → it pays no such period', async () => {
  expect(await keysOf([{ employeeId: 'ana', at: new Date(Date.UTC(2026, 8, 1)) }])).toEqual([])
  const skipped = paydays.map((one) => ({ ...one, isSkipped: one.key === '2026-11-Q1' }))
  expect(await keysOf([{ employeeId: 'eva', at: day(14) }], skipped)).toEqual([
    ['2026-10-Q2', ['eva']],
  ])
})
