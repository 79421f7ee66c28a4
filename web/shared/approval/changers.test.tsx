import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { carlos, makePaydayApproval, roberto } from '#web/testing/approvals.ts'
import { show } from '#web/testing/show.tsx'
import { Changers } from './changers.tsx'

const changers: Approval['changers'] = [
  { user: carlos, counts: false, changed: [{ what: 'SALARY', people: 2 }] },
  {
    user: roberto,
    counts: false,
    changed: [
      { what: 'ADDRESS', people: 1 },
      { what: 'SCHEDULE', people: 0 },
    ],
  },
]

const showChangers = (values: Partial<Approval>) =>
  show(<Changers approval={makePaydayApproval(values)} />)

test('nobody pressed → it says whose approval is not enough, and for what', async () => {
  showChangers({ askedBy: null, changers })
  const said = (await screen.findAllByText(/no basta/)).map((one) => one.textContent)
  expect(said).toEqual([
    'Carlos Mejía cambió 2 salarios: su aprobación no basta para esos.',
    'Roberto Siliézar cambió 1 dirección y las fechas: su aprobación no basta para eso.',
  ])
})

test('somebody pressed, or the own code is enough → nothing is said', () => {
  showChangers({ askedBy: carlos, changers })
  showChangers({ askedBy: null, changers: changers.map((one) => ({ ...one, counts: true })) })
  expect(screen.queryByText(/no basta/)).toBeNull()
})
