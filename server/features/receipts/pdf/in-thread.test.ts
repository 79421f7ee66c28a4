import { expect, test } from 'vitest'
import type { Receipt } from '../facts.ts'
import { pdfInThread } from './in-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'

const receipt: Receipt = {
  id: '',
  year: 2026,
  number: 312,
  isVoid: false,
  issuedAt: new Date('2026-10-30T14:52:00Z'),
  facts: {
    language: 'es',
    company: 'Café Izalco',
    site: 'quincena.izalco.sv',
    note: '',
    name: 'Kevin Alexander Ramos',
    identification: '05720381-3',
    payday: null,
    paidAt: '2026-10-30T14:30:12.000Z',
    usdCents: '52000',
    bitcoin: null,
    dollars: { usdCents: '52000', bank: 'Banco Agrícola', accountEnd: '4417' },
    consent: null,
  },
  transfer: null,
}
const numbered = (number: number) => ({ ...receipt, number })

test('many pages at once → each has its own bytes, as if it were made here', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
  const made = await Promise.all(numbers.map((number) => pdfInThread(numbered(number))))
  for (const [index, bytes] of made.entries()) {
    expect(bytes.equals(await receiptPdf(numbered(numbers[index] ?? 0)))).toBe(true)
  }
})

test('a page that cannot be drawn → its asker hears why, and others get theirs', async () => {
  const broken = { ...receipt, facts: { ...receipt.facts, usdCents: 'five' } }
  const [failed, made] = await Promise.allSettled([pdfInThread(broken), pdfInThread(receipt)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'SyntaxError' } })
  expect(made).toMatchObject({ status: 'fulfilled' })
})
