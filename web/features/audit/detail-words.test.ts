import { expect, test } from 'vitest'
import { type AuditAction, type AuditDetail, auditActions } from '#contract/audit.ts'
import { webTexts } from '#web/vite-plugins/translations.ts'
import { detailWords } from './detail-words.ts'

const spanish: unknown = webTexts('es')

/** A text of the Spanish file by its key, as the application finds it. */
function text(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], spanish)
  return typeof found === 'string' ? found : undefined
}

const words = {
  t: (key: string, slots: Record<string, string> = {}) =>
    (text(key) ?? `no text ${key}`).replaceAll(
      /\{\{(\w+)\}\}/g,
      (_, slot: string) => slots[slot] ?? '',
    ),
  usd: (amount: number) => `$${amount.toFixed(2)}`,
  count: String,
}

const said = (action: AuditAction, detail: AuditDetail) =>
  detailWords(
    {
      _id: '1',
      at: '2026-11-21T19:00:00Z',
      who: null,
      subject: '',
      action,
      detail,
      foreign: false,
    },
    words,
  )

test.each(auditActions)('%s has a name', (action) => {
  expect(text(`audit.action.${action}`)).toBeTypeOf('string')
})

test('a state is shown by its names, and a transaction without its id', () => {
  const detail = { transaction: 'x', type: 'send', from: 'signed', to: 'unconfirmed', sats: '1500' }
  expect(said('transaction.stateChanged', detail)).toEqual([
    'Pago de Nómina',
    'Firmada → Procesando',
    { before: '', btc: '0.00001500' },
  ])
  expect(said('transaction.stateChanged', { to: 'pendingApproval' })).toEqual([
    'Esperando Aprobación',
  ])
})

test('an edited employee: which fields, and the salary before and after', () => {
  const detail = { salaryTo: '900.00', changed: ['phone', 'baseSalary'], salaryFrom: '870.00' }
  expect(said('employee.edited', detail)).toEqual([
    'Teléfono, Salario base (USD)',
    'Salario base: $870.00 → $900.00',
  ])
})

test('a share in per cent, and a bank account by its last digits, before and after', () => {
  expect(said('employee.shareChanged', { employee: 'x', shareFrom: 100, shareTo: 30 })).toEqual([
    '100 % → 30 %',
  ])
  const accounts = { accountFrom: '…3456', accountTo: '…0000' }
  expect(said('employee.bankChanged', { employee: 'x', bank: 'BAC', ...accounts })).toEqual([
    'BAC',
    { before: '', code: '…3456 → …0000' },
  ])
  expect(said('employee.edited', { changed: ['bitcoinPercent', 'bank', 'bankAccount'] })).toEqual([
    'Porcentaje en Bitcoin, Banco, Cuenta',
  ])
})

test('who sets shares, and the consent and mails of employees, are said in words', () => {
  const detail = { shareSetBy: 'COMPANY', requireConsent: true, notifyEmployees: false }
  expect(said('company.edited', detail)).toEqual([
    'Parte en bitcoin, la decide: la empresa',
    'Consentimiento obligatorio: ✓',
    'Comprobantes por correo: —',
  ])
})

test('a saved list counts its changes', () => {
  expect(said('payroll.listReplaced', { added: 2, removed: 0, changed: 7 })).toEqual([
    'Cambiados: 7',
    'Añadidos: 2',
    'Removidos: 0',
  ])
})

test('what asks for approval, before and after', () => {
  const detail = { overUsdFrom: 500, changedAddressesFrom: true, changedAddressesTo: false }
  expect(said('company.approvalChanged', detail)).toEqual([
    'Pide código por encima de $500.00, pide código si cambia una dirección → no pide código',
  ])
})

test('a company that was tampered with → the rules that it has now', () => {
  const detail = { tampered: true, overUsdTo: 0, changedAddressesTo: true }
  expect(said('company.approvalChanged', detail)).toEqual([
    'Pide código por encima de $0.00, pide código si cambia una dirección',
    'Cambiado por fuera del programa',
  ])
})

test('people who are left out of a run are listed', () => {
  expect(said('payment.run', { employees: 2, leftOut: ['Rosa Paz', 'Ana Luz'] })).toEqual([
    'Personas: 2',
    'Quedan fuera: Rosa Paz, Ana Luz',
  ])
})

test('what this version has no word for is shown as it was written', () => {
  expect(said('auth.signedIn', { ip: '10.0.0.7', device: 'phone' })).toEqual([
    { before: 'IP\u00a0', code: '10.0.0.7' },
    'device: phone',
  ])
})

test('the signer’s fault is shown in the page’s language, with a code for support', () => {
  const detail = { failure: 'SIGNER_REFUSED', fault: 'DAY_ABOVE_CAP' }
  const [line] = said('transaction.stateChanged', detail)
  expect(line).toBe(
    'Motivo: el firmante no firmó: con este pago se supera el máximo por día que puso quien opera Quincena. Mañana se puede repetir. Código para soporte: DAY_ABOVE_CAP.',
  )
})
