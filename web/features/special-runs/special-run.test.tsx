import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { paymentPreview } from '#contract/payments.ts'
import { type SpecialRun, type SpecialRunLine, specialRunAnswer } from '#contract/special-runs.ts'
import { keepSession } from '#web/lib/session.ts'
import { makePreview, makeUser } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { answerChanges } from '#web/testing/pay-dialog.tsx'
import { answerBalance, answerPayroll, answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as SpecialRunScreen } from './special-run-screen.tsx'

const path = '/special-runs/run-1'

const line = (firstName: string, more: Partial<SpecialRunLine> = {}): SpecialRunLine => ({
  employee: {
    _id: firstName,
    firstName,
    lastName: 'Cruz',
    hiredOn: '2020-01-01',
    payFrequency: 'MONTH',
    creationType: 'REGULAR',
  },
  monthlyUsd: 760,
  formula: '50 % × $760.00',
  formulaDetail: '',
  usd: 380,
  computedUsd: 380,
  edited: false,
  reason: null,
  byFormerDay: null,
  ...more,
})
const none = { usd: null, computedUsd: null }
const rich = line('Miguel', { ...none, reason: 'EARNS_MORE', formula: 'Gana más de $1,500.00' })

const aRun = (lines: SpecialRunLine[], more: Partial<SpecialRun> = {}): SpecialRun => ({
  _id: 'run-1',
  kind: 'QUINCENA_25',
  year: 2027,
  periodKey: '2027-01-QUINCENA_25',
  payroll: { _id: 'payroll-1', name: 'Oficina' },
  dueAt: '2027-01-25T15:00:00.000Z',
  window: { first: '2027-01-15', last: '2027-01-25' },
  rule: {
    law: 'Ley',
    articles: '197',
    enactedOn: '2026-01-14',
    reviewedOn: '2026-11-14',
    referenceDay: '2027-01-25',
  },
  lines,
  totalUsd: 760,
  saved: true,
  payment: null,
  ...more,
})

/** The dialog that pays the sheet: other tests press its buttons. */
const payDialog = () =>
  waitFor(() => {
    expect(screen.getByRole('dialog').textContent).toContain('Quincena 25')
    expect(screen.getByText(t('payments.special.title'))).toBeTruthy()
  })

async function showSheet(run: SpecialRun, role: 'ADMIN' | 'ACCOUNTANT' = 'ADMIN') {
  setElementWidth(widths.desk)
  keepSession({ token: 'token', user: makeUser({ role }) })
  server.answer('GET', path, specialRunAnswer, { specialRun: run })
  server.answer('PUT', path, specialRunAnswer, { specialRun: run })
  server.answer('GET', `${path}/payment-preview`, paymentPreview, makePreview())
  answerPayroll({ code: 'ready' })
  answerBalance()
  answerPrice()
  answerChanges()
  const shown = show(
    <Routes>
      <Route path="/payrolls/special/:id" element={<SpecialRunScreen />} />
    </Routes>,
    '/payrolls/special/run-1',
  )
  await screen.findByRole('heading', { level: 1, name: t(`specialRuns.kind.${run.kind}`) })
  return shown
}

const amount = (name: string) => screen.getByLabelText<HTMLInputElement>(`Monto de ${name} Cruz`)
const saveButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: t('specialRuns.save') })

beforeEach(() => sessionStorage.clear())

test('the sheet → its days, its rule with the date, who is out without a field', async () => {
  await showSheet(aRun([line('Rosa'), line('Eva'), rich]))
  expect(
    screen.getByText('Oficina · se paga el lunes 25 de enero, entre el 15 y el 25'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Regla de enero de 2026, revisada el 14 nov 2026. Verifícala con tu contador.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('ENERO 2027')).toBeTruthy()
  expect(screen.queryByLabelText('Monto de Miguel Cruz')).toBeNull()
  expect(screen.getByText('Gana más de $1,500.00')).toBeTruthy()
})

test('an amount is typed → what it was is said, and that line alone is sent', async () => {
  const { person } = await showSheet(aRun([line('Rosa'), line('Eva')]))
  await person.clear(amount('Eva'))
  expect(screen.getByText(t('specialRuns.leftOut'))).toBeTruthy()
  await person.type(amount('Eva'), '400')
  expect(screen.getByText('era $380.00')).toBeTruthy()
  await person.click(saveButton())
  await waitFor(() => expect(server.requests('PUT', path)).toHaveLength(1))
  expect(server.requests('PUT', path)[0]?.body).toEqual({ lines: [{ employee: 'Eva', usd: 400 }] })
  await payDialog()
})

test('a saved sheet of which nothing was edited → it is paid without saving', async () => {
  const { person } = await showSheet(aRun([line('Rosa')]))
  await person.click(saveButton())
  await payDialog()
  expect(server.requests('PUT', path)).toHaveLength(0)
})

const aPayment: NonNullable<SpecialRun['payment']> = {
  _id: 'payment-1',
  state: 'confirmed',
  waitingFor: null,
  people: 2,
  unpaid: 0,
  at: '2027-01-25T15:00:00.000Z',
  transaction: 'transaction-1',
}

test('it is paid → it says so with its transaction, and nothing can be changed', async () => {
  await showSheet(aRun([line('Rosa'), line('Eva')], { payment: aPayment }))
  expect(screen.getByText('Pagada el 25 ene, 9:00')).toBeTruthy()
  const link = screen.getByRole('link', { name: t('payments.seeTransaction') })
  expect(link.getAttribute('href')).toBe('/dashboard/transaction/transaction-1')
  expect(screen.queryByLabelText('Monto de Rosa Cruz')).toBeNull()
  expect(screen.queryByRole('button', { name: t('specialRuns.save') })).toBeNull()
})

test('a run left somebody out → that one can be paid', async () => {
  const { person } = await showSheet(
    aRun([line('Rosa'), line('Eva')], { payment: { ...aPayment, people: 1, unpaid: 1 } }),
  )
  expect(screen.getByText(t('payday.word.paidInPart'))).toBeTruthy()
  await person.click(
    screen.getByRole('button', { name: t('payday.payMissing', { count: 1, unpaid: '1' }) }),
  )
  await payDialog()
})

test.each(['0.5', 'nada', '1.005', '-3'])(
  '%s is typed → a fault, and nothing is sent',
  async (text) => {
    const { person } = await showSheet(aRun([line('Rosa')]))
    await person.clear(amount('Rosa'))
    await person.type(amount('Rosa'), text)
    expect(screen.getByText(t('specialRuns.bad'))).toBeTruthy()
    expect(amount('Rosa').getAttribute('aria-invalid')).toBe('true')
    expect(saveButton().disabled).toBe(true)
  },
)

test('a hire date is missing → the sum waits, with the way to add it or an amount', async () => {
  const eva = line('Eva', { ...none, reason: 'MISSING_HIRED_ON', formula: 'Falta' })
  const missing = { ...eva, employee: { ...eva.employee, hiredOn: null } }
  const { person } = await showSheet(aRun([line('Rosa'), missing]))
  expect(screen.getByText(t('specialRuns.waits'))).toBeTruthy()
  const add = screen.getByRole('link', { name: 'Falta: Añadir la fecha de ingreso de Eva Cruz' })
  expect(add.getAttribute('href')).toBe('/employees/edit-employee/Eva')
  expect(saveButton().disabled).toBe(true)
  await person.type(amount('Eva'), '25')
  expect(screen.queryByText(t('specialRuns.waits'))).toBeNull()
  expect(saveButton().disabled).toBe(false)
})

test('people changed since it was saved → it is said', async () => {
  await showSheet(aRun([line('Rosa')], { saved: false }))
  expect(screen.getByText(t('specialRuns.stale'))).toBeTruthy()
})

test('an accountant → reads and downloads, and changes nothing', async () => {
  await showSheet(aRun([line('Rosa')]), 'ACCOUNTANT')
  expect(screen.queryByLabelText('Monto de Rosa Cruz')).toBeNull()
  expect(screen.queryByRole('button', { name: t('specialRuns.save') })).toBeNull()
  expect(screen.getByRole('button', { name: t('specialRuns.download') })).toBeTruthy()
})

async function choose(person: UserEvent, ...rows: string[]) {
  await person.click(screen.getByRole('button', { name: t('specialRuns.upload') }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector<HTMLInputElement>('input[type="file"]')
  const content = ['Monto USD;Identificador', ...rows].join('\r\n')
  await person.upload(input as HTMLInputElement, new File([content], 'hoja.csv'))
  return dialog
}

test('a file with another amount → it is shown, and saved on a press', async () => {
  const { person } = await showSheet(aRun([line('rosa'), line('eva')]))
  const dialog = await choose(person, '380,00;rosa', '1.400,50;eva')
  await screen.findByText(t('specialRuns.import.changes', { count: 1 }))
  expect(dialog.textContent).toContain('$380.00')
  expect(dialog.textContent).toContain('$1,400.50')
  await person.click(screen.getByRole('button', { name: t('ui.form.save') }))
  await waitFor(() => expect(server.requests('PUT', path)).toHaveLength(1))
  expect(server.requests('PUT', path)[0]?.body).toEqual({
    lines: [{ employee: 'eva', usd: 1400.5 }],
  })
})

test('a file with a wrong row → the row and why, and nothing can be saved', async () => {
  const { person } = await showSheet(aRun([line('rosa'), line('eva')]))
  const dialog = await choose(person, '400;rosa', '-3;eva', '5;nadie')
  await screen.findByText(t('fields.amountMinimum'))
  expect(dialog.textContent).toContain(t('specialRuns.import.fault.unknownPerson'))
  const rows = [...dialog.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows.map((row) => row?.slice(0, 1))).toEqual(['3', '4'])
  const save = screen.getByRole<HTMLButtonElement>('button', { name: t('ui.form.save') })
  expect(save.disabled).toBe(true)
})

const formerDay = { referenceDay: '2026-12-12', formulaDetail: '' }
const owed = (name: string, usd: number | null, higherUsd: number): SpecialRunLine =>
  line(name, {
    usd,
    computedUsd: usd,
    byFormerDay: { ...formerDay, usd: higherUsd, formula: '19 días × $500.00/30' },
    ...(usd === null && { reason: 'NOT_YET_HIRED', formula: 'Ingresa después' }),
  })
const anAguinaldo = (...lines: SpecialRunLine[]) =>
  aRun(lines, {
    kind: 'AGUINALDO',
    year: 2026,
    periodKey: '2026-12-AGUINALDO',
    window: { first: '2026-10-20', last: '2026-12-20' },
    rule: {
      law: 'Código de Trabajo, Decreto 433',
      articles: '196–202',
      enactedOn: '2025-10-15',
      reviewedOn: '2026-11-28',
      referenceDay: '2026-10-20',
    },
  })
const checkbox = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('an aguinaldo → its day, and who would get more by the former one', async () => {
  await showSheet(anAguinaldo(owed('Rosa', 250, 316.67), line('Eva')), 'ADMIN')
  expect(screen.getByText(/años de servicio al 20 de octubre/)).toBeTruthy()
  expect(
    screen.getByText('Contando al 12 de diciembre, como antes, 1 persona recibiría más'),
  ).toBeTruthy()
  expect(checkbox(/^Rosa Cruz.*\$250\.00.*\$316\.67/).checked).toBe(false)
  expect(screen.queryByRole('checkbox', { name: /Eva/ })).toBeNull()
})

test('the higher amount is taken for one → it is an edit like any other, and goes back', async () => {
  const { person } = await showSheet(anAguinaldo(owed('Rosa', 250, 1_316.67), line('Eva')))
  await person.click(checkbox(/^Rosa/))
  expect(amount('Rosa').value).toBe('1,316.67')
  expect(screen.getByText('era $250.00')).toBeTruthy()
  await person.click(checkbox(/^Rosa/))
  expect(amount('Rosa').value).toBe('250.00')
  await person.click(checkbox(/^Rosa/))
  await person.click(saveButton())
  await waitFor(() => expect(server.requests('PUT', path)).toHaveLength(1))
  expect(server.requests('PUT', path)[0]?.body).toEqual({
    lines: [{ employee: 'Rosa', usd: 1316.67 }],
  })
})

test('it is taken for all → also for who gets nothing by the law, with what it adds', async () => {
  const { person } = await showSheet(
    anAguinaldo(owed('Rosa', 250, 316.67), owed('Eva', null, 27.4), line('Luis')),
  )
  expect(screen.queryByLabelText('Monto de Eva Cruz')).toBeNull()
  expect(screen.getByText('+$94.07')).toBeTruthy()
  const all = checkbox(/^Dar el monto mayor a las 2/)
  await person.click(all)
  expect([amount('Rosa').value, amount('Eva').value]).toEqual(['316.67', '27.40'])
  await person.click(checkbox(/^Rosa/))
  expect(all.getAttribute('data-indeterminate')).toBe('true')
  await person.click(all)
  await person.click(saveButton())
  await waitFor(() => expect(server.requests('PUT', path)).toHaveLength(1))
  expect(server.requests('PUT', path)[0]?.body).toEqual({
    lines: [
      { employee: 'Rosa', usd: 316.67 },
      { employee: 'Eva', usd: 27.4 },
    ],
  })
})

test('less than a dollar by the former day → nobody is offered what no sheet takes', async () => {
  await showSheet(anAguinaldo(owed('Rosa', null, 0.66), line('Eva')))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('somebody who only reads → the people are named, and nothing can be taken', async () => {
  await showSheet(anAguinaldo(owed('Rosa', 250, 316.67), owed('Eva', 250, 316.67)), 'ACCOUNTANT')
  expect(screen.getByText(/2 personas recibirían más/)).toBeTruthy()
  expect(screen.getAllByText('19 días × $500.00/30')).toHaveLength(2)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a Quincena 25 → who was dismissed has it too, and the day is our reading', async () => {
  await showSheet(aRun([line('Rosa')]))
  const said = screen.getByText(/La mitad del salario mensual/)
  expect(said.textContent).toContain('fue despedido sin causa antes del 25 de enero')
  expect(said.textContent).toContain('es nuestra lectura de la ley')
})
