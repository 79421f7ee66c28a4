import { expect, test } from 'vitest'
import { aReceipt, wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { receiptPdf } from './receipt-pdf.ts'

test.each([
  ['05720381-3', 'DUI05720381-3'],
  ['0614-290180-101-3', 'NIT0614-290180-101-3'],
  ['G12345678', 'DocumentoG12345678'],
])('the document %s is printed %s', async (identification, printed) => {
  const facts = { ...aReceipt.facts, identification }
  expect(await wordsOfPdf(await receiptPdf({ ...aReceipt, facts }))).toContain(printed)
})
