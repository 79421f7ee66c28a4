import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.tsx'
import { PaidRuler } from './paid-ruler.tsx'

const onDay = (day: string) => `${day}T15:00:00.000Z`
const ruler = (at: string, nextAt: string) =>
  show(<PaidRuler at={onDay(at)} nextAt={onDay(nextAt)} tall={56} disc={24} numerals={26} />)

// After every payday here: on its own day one is called today.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-20T15:00:00Z') })
})

test.each([
  ['2026-11-30', 'próximo, lun 30'],
  ['2026-12-15', 'próximo, mar 15 dic'],
])('the next payday is on %s → it is named at the month’s end', (nextAt, name) => {
  ruler('2026-11-22', nextAt)
  expect(screen.getByText(name)).toBeTruthy()
})

test('the payday was at the month’s end → the next one’s name would lie on it', () => {
  ruler('2026-11-27', '2026-12-15')
  expect(screen.getByText('27 nov')).toBeTruthy()
  expect(screen.queryByText(/próximo/)).toBeNull()
})
