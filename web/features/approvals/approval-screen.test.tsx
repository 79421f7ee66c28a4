import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Approval, approvalAnswer } from '#contract/approvals.ts'
import { paydaySheet, paymentPeople } from '#contract/payments.ts'
import type { Role } from '#domain/roles.ts'
import {
  answerApprovals,
  answerFactors,
  carlos,
  makeApproval,
  makeChangeOrder,
  makePaydayApproval,
} from '#web/testing/approvals.ts'
import { hourAgo, makePayment } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './approval-screen.tsx'

function open(id: string, role?: Role) {
  answerFactors({ app: true })
  const screens = (
    <Routes>
      <Route path="/dashboard/por-aprobar/:id" element={<Component />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  )
  return show(screens, `/dashboard/por-aprobar/${id}`, role)
}

test('a payment → the page of its transaction, in place of this one', async () => {
  answerApprovals([makeApproval()])
  const { router } = open('order-1')
  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/dashboard/transaction/transaction-1')
  expect(router.state.historyAction).toBe('REPLACE')
})

const change = (values: Partial<Approval>) => {
  const approval = makeChangeOrder({ required: 1, given: [], ...values })
  answerApprovals([approval])
  server.answer('POST', '/approvals/change-1/approve', approvalAnswer, { approval })
}

test('a role → person and role, and the same approval', async () => {
  change({})
  const { person, router } = open('change-1')
  await screen.findByRole('heading', { level: 1, name: 'Ernesto Rivas: aprueba' })
  expect(screen.getByText('Cambio de función')).toBeTruthy()
  expect(screen.getByText('Carlos Mejía')).toBeTruthy()
  expect(screen.getByText('carlos@izalco.sv')).toBeTruthy()
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: 'Aprobar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/por-aprobar'))
  const sent = server.requests('POST', '/approvals/change-1/approve')
  expect(sent.map(({ body }) => body)).toEqual([{ code: '407182' }])
})

test('rules → those of today beside those that are asked for', async () => {
  const approval = makeChangeOrder({ kind: 'RULES', subject: 'Reglas de aprobación' })
  const pending = {
    _id: 'change-1',
    tiers: [{ fromUsd: 5000, approvals: 1 }],
    strongOnly: true,
    effectiveAt: null,
    askedBy: carlos,
    askedAt: hourAgo(),
    required: 2,
    given: [],
  }
  answerApprovals([approval], { tiers: [{ fromUsd: 500, approvals: 2 }], pending })
  open('change-1')
  await screen.findByText('Desde $500.00: 2 aprobaciones')
  await screen.findByText('Desde $5,000.00: 1 aprobación')
  expect(screen.getByText('Solo con llave de acceso')).toBeTruthy()
})

const approvedKey = {
  ...makeChangeOrder({ kind: 'FACTOR', subject: 'Llave de Ernesto Rivas', canApprove: false }),
  effectiveAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
}

test('an approved change → from when on, and an administrator undoes it', async () => {
  answerApprovals([], { strongOnly: true }, [approvedKey])
  server.answer('DELETE', '/companies/approval-rules/pending/change-1', z.unknown(), null)
  const { person, router } = open('change-1')
  await screen.findByText(/^Rige (hoy|mañana), /)
  screen.getByText('Aprobó Roberto Siliézar (roberto@izalco.sv).')
  await person.click(screen.getByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/por-aprobar'))
  expect(server.requests('DELETE', '/companies/approval-rules/pending/change-1')).toHaveLength(1)
})

test('an approved change, read by an approver → says who can undo it', async () => {
  answerApprovals([], { strongOnly: true }, [approvedKey])
  open('change-1', 'APPROVER')
  await screen.findByText(t('approvals.approved.whoCan'))
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

test('a release → the address before and after, who changed it, and from where', async () => {
  const [before, after] = ['bc1qbeforebeforebefore0001', 'bc1qafterafterafterafter0002']
  const by = { by: 'Carlos Mejía', at: hourAgo(), via: 'FORM', ip: '190.86.112.41' } as const
  change({ kind: 'RELEASE', subject: 'Rosa Chicas', addressChange: { before, after, ...by } })
  open('change-1')
  await screen.findByText(t('approvals.release.address'))
  const shown = document.body.textContent?.replaceAll(/\s/g, '') ?? ''
  expect(shown).toContain(before)
  expect(shown).toContain(after)
  expect(screen.getByText('190.86.112.41')).toBeTruthy()
})

test('decided already → it is said, with the way to the list', async () => {
  answerApprovals([])
  open('change-1')
  await screen.findByText('Ya no espera aprobación')
  for (const link of screen.getAllByRole('link', { name: 'Por aprobar' })) {
    expect(link.getAttribute('href')).toBe('/dashboard/por-aprobar')
  }
})

const answerSheet = () =>
  server.answer('GET', '/calendar/occurrence-1/sheet', paydaySheet, {
    lines: [
      {
        employee: { _id: 'e1', firstName: 'Rosa Idalia', lastName: 'Chicas' },
        cryptoAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        bitcoinUsd: 600,
        dollarsUsd: 270,
        bank: 'Banco Agrícola',
        accountEnd: '8777',
      },
    ],
    totals: { people: 1, bitcoinPeople: 1, bitcoinUsd: 600, dollarsPeople: 1, dollarsUsd: 270 },
  })

test('a payday → its sum, ceiling and day, and that it is paid by itself then', async () => {
  answerApprovals([makePaydayApproval()])
  answerSheet()
  const { person, router } = open('sheet-1')
  await screen.findByRole('heading', { level: 1, name: /^Pago de Nómina/ })
  screen.getByText('Beneficio Santa Ana · pago del lunes 30 · 31 personas')
  screen.getByText('Lunes 30 de noviembre, 8:00')
  screen.getByText('$20,500.00')
  screen.getByText('Cuando se apruebe, se paga sola el lunes 30 a las 8:00.')
  screen.getByText(t('approval.untilThen'))
  const row = await screen.findByText('Rosa Idalia Chicas')
  expect(row.closest('table, ul, div[aria-busy]')?.textContent).toContain('$600.00')
  screen.getByText('Banco Agrícola ····8777')
  screen.getByText('En bitcoin, a 1 persona')
  screen.getByText('En dólares, a 1 persona')
  const approval = makePaydayApproval()
  server.answer('POST', '/approvals/sheet-1/approve', approvalAnswer, { approval })
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: 'Aprobar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/por-aprobar'))
})

test('a payday is rejected → it says that it is no longer prepared', async () => {
  answerSheet()
  answerApprovals([makePaydayApproval({ canApprove: false, refusal: 'SELF_APPROVAL' })])
  const { person } = open('sheet-1')
  await person.click(await screen.findByRole('button', { name: 'Rechazar' }))
  await screen.findByText(t('approvals.payday.reject'))
})

test('a payment all in dollars → sum, people, and bank and end of each account', async () => {
  const payment = makePayment({
    state: 'pendingApproval',
    transactions: [],
    lines: 2,
    totalUsd: 995,
    bitcoinUsd: 0,
    dollarsUsd: 995,
    totalBtc: '0.00000000',
    usdRate: 0,
  })
  const reasons = [{ code: 'SECOND_RUN' as const, people: 2 }]
  const approval = makeApproval({ transaction: null, payment, feeCeilingUsd: 0, reasons })
  answerApprovals([approval])
  const line = (_id: string, name: string, dollarsUsd: number, accountEnd: string) => ({
    employee: { _id, name },
    bitcoinUsd: 0,
    btc: '0.00000000',
    cryptoAddress: '',
    dollarsUsd,
    bank: accountEnd && 'Banco Agrícola',
    accountEnd,
  })
  server.answer('GET', '/payments/payment-1/people', paymentPeople, {
    lines: [line('e1', 'Carlos Ramírez', 540, '8777'), line('e2', 'Marvin Flores', 455, '')],
    totals: {
      people: 2,
      bitcoinPeople: 0,
      bitcoinUsd: 0,
      btc: '0.00000000',
      dollarsPeople: 2,
      dollarsUsd: 995,
    },
    pages: 1,
  })
  open('order-1')
  await screen.findByText('En dólares, a 2 personas')
  screen.getByText('por tu banco')
  expect(screen.queryByText(/^En bitcoin, a/)).toBeNull()
  screen.getByText(t('approval.because.SECOND_RUN', { count: 2, people: '2' }))
  screen.getByText('Falta 1 de 2')
  await screen.findByText('Carlos Ramírez')
  screen.getByText('Banco Agrícola ····8777')
  screen.getByText(t('dollarList.noAccount'))
  const sum = screen.getByText('Total').closest('tr, li')
  expect(sum?.textContent).toContain('$995.00')
})
