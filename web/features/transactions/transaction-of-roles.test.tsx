import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { makeTransaction } from '#web/testing/fixtures.ts'
import { show, t } from '#web/testing/show.tsx'
import { TransactionActions } from './transaction-actions.tsx'

const names = {
  cancel: t('transactions.cancel.open'),
  bump: t('transactions.bump.submit'),
  print: t('transactions.print.open'),
}

const acts: [Role, (keyof typeof names)[]][] = [
  ['ADMIN', ['cancel', 'bump', 'print']],
  ['PAYROLL', ['cancel', 'bump']],
  ['APPROVER', ['cancel', 'print']],
  ['ACCOUNTANT', ['print']],
]

test.each(acts)('%s → of a payment on its way exactly %j', (role, own) => {
  const transaction = makeTransaction({ state: 'unconfirmed' })
  show(<TransactionActions transaction={transaction} people={3} onPrint={() => null} />, '/', role)
  for (const [act, name] of Object.entries(names)) {
    const isThere = screen.queryByRole('button', { name }) !== null
    expect(isThere, act).toBe(own.some((one) => one === act))
  }
})

test.each([
  ['removed', true],
  ['unconfirmed', false],
] as const)('a cancellation that is %s → it is cancelled again: %s', (state, isOffered) => {
  const transaction = makeTransaction({ type: 'cancel', state })
  show(<TransactionActions transaction={transaction} people={0} onPrint={() => null} />)
  expect(screen.queryByRole('button', { name: names.cancel }) !== null).toBe(isOffered)
})
