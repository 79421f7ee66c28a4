import type { Font } from 'fontkit'
import { expect, test } from 'vitest'
import { isPrinted } from '#domain/printed-letters.ts'
import { aReceipt, wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { fonts } from './fonts.ts'
import { pdfInThread } from './in-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { findScript, openScript, type ScriptName } from './scripts.ts'

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

test.each([
  'Олександр Ґалаґан',
  'Αλέξανδρος Παπαδόπουλος',
  'عبد الله لالا بثينة',
  'פרידה בן-דוד',
  'प्रिया श्रीकृष्ण त्रिपाठी',
  '陳小明',
  '佐藤 はなこ サトウ',
  '김민수 똠',
  'Ana 王 محمد علي Paz',
])('the name %s is in the text of a page, letter by letter', async (name) => {
  expect(await wordsOfPdf(await receiptPdf(receiptOf(name)))).toContain(name.replaceAll(' ', ''))
})

test('a font has every letter of which the form and the import say nothing', () => {
  const own = fonts().bold
  const opened = new Map<ScriptName, Font>()
  const isThere = (letter: string, code: number) => {
    const script = findScript(letter)
    if (own.hasGlyphForCodePoint(code) || script === null) return own.hasGlyphForCodePoint(code)
    const font = opened.get(script) ?? openScript(script)
    opened.set(script, font)
    return font.hasGlyphForCodePoint(code)
  }
  const without = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => {
    const letter = String.fromCharCode(code)
    return letter === letter.normalize('NFC') && isPrinted(letter) && !isThere(letter, code)
  })
  expect(without.map((code) => code.toString(16))).toEqual([])
})

test('a letter that no font has is a question mark and no box', async () => {
  expect(await wordsOfPdf(await receiptPdf(receiptOf('Ana 😀𞤀')))).toContain('RecibióAna??DUI')
})

test('a page has the same bytes whether it is the first of its process or not', async () => {
  const name = 'Ana Ines علی على'
  const first = await pdfInThread(receiptOf(name))
  for (const other of [...names, 'على یوسف']) await receiptPdf(receiptOf(other))
  expect(first.equals(await receiptPdf(receiptOf(name)))).toBe(true)
})
