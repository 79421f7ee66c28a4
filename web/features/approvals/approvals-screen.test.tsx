import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { answerApprovals, carlos, makeApproval, makeChangeOrder } from '#web/testing/approvals.ts'
import { addresses, makeChanges, makePayment, makeTransaction } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './approvals-screen.tsx'

function showList(approvals: Approval[]) {
  answerApprovals(approvals)
  return show(<Component />, '/dashboard/por-aprobar')
}
const text = () => document.body.textContent?.replaceAll(/\s/g, ' ')

test('two payments wait for me → both, their sum, who approved and who is missing', async () => {
  const none = makeApproval({
    _id: 'order-2',
    given: [],
    payroll: { _id: 'payroll-2', name: 'Bodega' },
    payment: makePayment({ _id: 'payment-2', totalUsd: 500.5, totalBtc: '0.00500500', lines: 1 }),
    changes: makeChanges({
      counts: {
        added: 2,
        left: 0,
        addresses: 0,
        salaries: 0,
        names: 0,
        accounts: 0,
        shares: 0,
        frequencies: 0,
        amounts: 0,
      },
      severity: 'warn',
    }),
  })
  showList([makeApproval(), none])
  await screen.findByRole('heading', { level: 1, name: 'Te esperan 2 pagos' })
  const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(first?.textContent).toContain('Pago a 3 personas')
  expect(first?.textContent).toContain('Falta 1 de 2')
  expect(first?.textContent).toContain('Aprobó Roberto Siliézar (roberto@izalco.sv)')
  expect(first?.textContent).toContain('Nada cambió desde el pago del 31 de octubre')
  expect(first?.textContent).toContain('Comisión: hasta $12.40')
  expect(second?.textContent).toContain('Faltan 2 de 2')
  expect(second?.textContent).toContain('Nadie ha aprobado')
  expect(second?.textContent).toContain('2 personas nuevas')
  expect(text()).toContain('Suman $2,000.50')
  const review = screen.getByRole('link', { name: 'Revisar Bodega' })
  expect(review.getAttribute('href')).toBe('/dashboard/transaction/transaction-1')
})

test('one payment waits → it is said in the singular', async () => {
  showList([makeApproval()])
  await screen.findByText('Te espera 1 pago')
})

test('nothing waits for anybody → it is said, with how it comes here', async () => {
  showList([])
  await screen.findByText('Nada te espera')
  expect(text()).toContain(t('approvals.noneYet'))
  expect(screen.queryByText(t('approvals.others'))).toBeNull()
})

test('approved by me, or asked by me → under the others, each with why', async () => {
  const mine = makeApproval({
    _id: 'order-2',
    askedByMe: true,
    canApprove: false,
    refusal: 'SELF_APPROVAL',
    given: [],
  })
  const done = makeApproval({ canApprove: false, refusal: 'ALREADY_APPROVED' })
  showList([mine, done])
  await screen.findByText('Nada te espera')
  const others = screen.getByRole('region', { name: 'Esperan a otras personas' })
  expect(within(others).getByText('Quien pide no aprueba')).toBeTruthy()
  expect(within(others).getByText('Ya aprobaste')).toBeTruthy()
  expect(others.textContent).toContain('Faltan 2 de 2')
  expect(text()).toContain(t('approvals.foot'))
})

test('changes wait beside money → each with its kind, and a page of its own', async () => {
  const withdrawal = makeApproval({
    _id: 'order-3',
    kind: 'WITHDRAWAL',
    payment: null,
    transaction: makeTransaction({ type: 'withdrawal', cryptoAddress: addresses.bea }),
    changes: null,
  })
  const changes = (['RULES', 'ROLE', 'INVITATION', 'FACTOR', 'RELEASE'] as const).map((kind) =>
    makeChangeOrder({ _id: `change-${kind}`, kind, subject: `Asunto ${kind}`, askedBy: carlos }),
  )
  showList([withdrawal, ...changes])
  await screen.findByText('Te esperan 6 aprobaciones')
  expect(text()).toContain('Retiro de Quincena de noviembre')
  for (const { kind, _id } of changes) {
    expect(text()).toContain(t(`approvals.kind.${kind as 'ROLE'}`))
    const review = screen.getByRole('link', { name: `Revisar Asunto ${kind}` })
    expect(review.getAttribute('href')).toBe(`/dashboard/por-aprobar/${_id}`)
  }
})

test('a dear consolidation waits → named as such, and what leaves is its fee', async () => {
  const networkFee = { btc: '0.00135588', usd: 123.39 }
  const transaction = makeTransaction({ type: 'consolidation', networkFee })
  const waits = { _id: 'order-4', kind: 'CONSOLIDATION', payment: null, changes: null } as const
  showList([makeApproval({ ...waits, transaction })])
  await screen.findByText('Juntar depósitos de Quincena de noviembre')
  expect(text()).toContain('$123.39')
  const review = screen.getByRole('link', { name: /^Revisar Juntar depósitos/ })
  expect(review.getAttribute('href')).toBe(`/dashboard/transaction/${transaction._id}`)
})

test('the list cannot be read → it says so and tries again when asked', async () => {
  server.refuse('GET', '/approvals', 'INTERNAL')
  const { person } = show(<Component />, '/dashboard/por-aprobar')
  const again = await screen.findByRole('button', { name: t('ui.retry') })
  answerApprovals([makeApproval()])
  await person.click(again)
  await screen.findByText('Te espera 1 pago')
})

test('an approved change → listed with its time until it takes effect', async () => {
  const effectiveAt = new Date(Date.now() + 20 * 3_600_000).toISOString()
  answerApprovals([], {}, [{ ...makeChangeOrder({ canApprove: false }), effectiveAt }])
  show(<Component />, '/dashboard/por-aprobar')
  await screen.findByText('Nada te espera')
  const list = screen.getByRole('region', { name: t('approvals.approved.title') })
  within(list).getByText(/^Rige (hoy|mañana), /)
  expect(within(list).getByRole('link').getAttribute('href')).toBe(
    '/dashboard/por-aprobar/change-1',
  )
})
