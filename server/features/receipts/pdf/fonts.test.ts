import { expect, test } from 'vitest'
import { aReceipt, wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { pdfInThread } from './in-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'

const names = [
  'Íñigo Peñà',
  'Aaeé Ññ Üü',
  'Ana Ines Nunez Ucles',
  'Zoë Ångström',
  'Oscar Ulises Ibarra',
  'Jürgen Çelik',
  'Azucena Jovel Cea',
]
const receiptOf = (name: string) => ({ ...aReceipt, facts: { ...aReceipt.facts, name } })

test('the text of a page is what is printed on it, whatever was printed before', async () => {
  for (const name of [...names, ...names.toReversed()]) {
    const words = await wordsOfPdf(await receiptPdf(receiptOf(name)))
    expect(words).toContain(`Recibió${name.replaceAll(' ', '')}DUI`)
    expect(words).toContain('Comprobantedepago')
  }
})

test('a page has the same bytes whether it is the first of its process or not', async () => {
  const name = 'Ana Ines Nunez Ucles'
  const first = await pdfInThread(receiptOf(name))
  for (const other of names) await receiptPdf(receiptOf(other))
  expect(first.equals(await receiptPdf(receiptOf(name)))).toBe(true)
})
