import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { canPay, dialogText, openPayDialog, readSentPresses } from '#web/testing/pay-dialog.tsx'
import { t } from '#web/testing/show.tsx'

beforeEach(() => setElementWidth(widths.desk))

test('everybody is paid in bitcoin → dollars are not spoken of', async () => {
  await openPayDialog()
  expect(dialogText()).not.toContain(t('payDollars.bitcoin'))
  expect(dialogText()).toContain(t('payments.final'))
})

test('a part is in dollars → both are named, and only bitcoin leaves', async () => {
  await openPayDialog({
    totalUsd: 11_620.55,
    dollarsUsd: 3210.55,
    dollarsPeople: 14,
    employees: 20,
  })
  expect(screen.getByText('En bitcoin $8,410.00 · En dólares $3,210.55 (14 personas)')).toBeTruthy()
  expect(dialogText()?.replaceAll(/\s/g, '')).toContain('Saleentotal$8,412.00')
})

test('people lack consent or get dust → they are named with the reason', async () => {
  await openPayDialog({
    dollarsUsd: 501,
    dollarsPeople: 2,
    inDollars: [
      { _id: 'rosa', name: 'Rosa Chicas', reason: 'NO_CONSENT' },
      { _id: 'ana', name: 'Ana Flores', reason: 'NO_CONSENT' },
      { _id: 'beto', name: 'Beto Ruiz', reason: 'DUST' },
    ],
  })
  expect(dialogText()).toContain('falta su consentimiento: Rosa Chicas y Ana Flores.')
  expect(dialogText()).toContain('llega en dólares: Beto Ruiz.')
})

test('nobody is paid in bitcoin → no transaction, no funds, and it can be paid', async () => {
  const { pay } = await openPayDialog({
    dollarsUsd: 1500,
    dollarsPeople: 3,
    totalBtc: '0.00000000',
    usdRate: 0,
    rateAt: null,
    spendableBtc: '0.00000000',
    transactions: 0,
  })
  expect(screen.getByText(t('payDollars.alone'))).toBeTruthy()
  expect(dialogText()).not.toContain(t('payments.fee'))
  expect(canPay()).toBe(true)
  await pay()
  await waitFor(() => expect(readSentPresses()).toHaveLength(1))
})
