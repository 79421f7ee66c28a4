import { expect, test } from 'vitest'
import { aReceipt } from '#server/testing/receipt-steps.ts'
import { pdfInThread } from './in-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'

const numbered = (number: number) => ({ ...aReceipt, number })

test('many pages at once → each has its own bytes, as if it were made here', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
  const made = await Promise.all(numbers.map((number) => pdfInThread(numbered(number))))
  for (const [index, bytes] of made.entries()) {
    expect(bytes.equals(await receiptPdf(numbered(numbers[index] ?? 0)))).toBe(true)
  }
})

test('a page that cannot be drawn → its asker hears why, and others get theirs', async () => {
  const broken = { ...aReceipt, facts: { ...aReceipt.facts, usdCents: 'five' } }
  const [failed, made] = await Promise.allSettled([pdfInThread(broken), pdfInThread(aReceipt)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'SyntaxError' } })
  expect(made).toMatchObject({ status: 'fulfilled' })
})
