import { expect, test } from 'vitest'
import { isDamaged } from './damaged-text.ts'
import { readIban } from './iban.ts'
import { withoutMarks } from './invisible-marks.ts'
import { hasCellTooMany } from './row-shape.ts'
import { holdsSeedPhrase } from './seed-phrase.ts'

test.each([
  ['\u200e650.00', '650.00'],
  ['\u202abc1q\u202c', 'bc1q'],
  ['\ufeffAna\u200b \u00adPaz\u2060', 'Ana Paz'],
  ['Ana\u{e0041}\u3164', 'Ana'],
  // A joiner that joins nothing shows nothing.
  ['A\u200dna\u200c', 'Ana'],
  ['Ana\ufe0f\u200d', 'Ana'],
  ['Ana\u034f\u200d\u061c\u200c', 'Ana'],
])('%j without marks is %j', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain)
})

test.each([
  '👩\u200d🌾 Rosa',
  '❤\ufe0f\u200d🔥',
  'علی\u200cرضا',
  'क्\u200dष',
  '❤\ufe0f',
  'José',
  'Jose\u0301',
])('%s keeps the marks that shape it', (text) => {
  expect(withoutMarks(text)).toBe(text)
})

test.each([
  'Jos\ufffd',
  'JosÃ©',
  'GarcÃa',
  'GarcÃ\u00ada',
  'Mu√±oz',
  'Jos‚',
  'Pe¤a',
  'L¢pez',
  'Garc¡a',
])('%s has signs that no name has', (text) => {
  expect(isDamaged(text)).toBe(true)
})

test.each([
  'José',
  'Conceição',
  'JOÃO',
  'Šimić',
  'D’Angelo',
  'O´Hara',
  'Mª José',
  'Ελένη',
  '王',
  '👩‍🌾',
  // Words beside the signs of money and numbers, and a text that was cut.
  'Salario ¢',
  'Horas × día',
  'Agríc…',
])('%s is a name', (text) => {
  expect(isDamaged(text)).toBe(false)
})

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
test.each([
  words,
  `Legal${words.slice(5)}`,
  words
    .split(' ')
    .map((word, index) => `${index + 1}. ${word}`)
    .join('\n'),
  `mi cartera: ${words}`,
  words.replaceAll(' ', ' - '),
  words.replaceAll(' ', '|'),
  words.replaceAll(' ', ' 2) '),
  words.replaceAll(' ', '\u200b \u2060'),
  `${words} ${words}`,
  words.toUpperCase(),
  words.replaceAll(/\b\p{Ll}/gu, (letter) => letter.toUpperCase()),
  `CARTERA: ${words.toUpperCase().replaceAll(' ', ', ')}`,
])('%s are words of a wallet', (text) => {
  expect(holdsSeedPhrase(text)).toBe(true)
})

test.each([
  '',
  words.split(' ').slice(1).join(' '),
  words.split(' ').slice(1).join(' ').toUpperCase(),
  'PAGO DE LA QUINCENA PARA LOS COLABORADORES DE CAMPO QUE CORTARON CADA SEMANA DEL MES PASADO',
  'José Alberto Martínez López, Ana Sofía Ramírez Cruz, Luis',
  'pago de la quincena para los colaboradores de campo que cortaron cada semana del mes pasado',
  'I agree that the company pays half of my salary in bitcoin and the rest in dollars each month',
  'bcrt1qz3xrw9t045egm99mf0zrpfy38vr2y3e6xwdr5k',
])('%s are no words of a wallet', (text) => {
  expect(holdsSeedPhrase(text)).toBe(false)
})

test.each([
  ['CR05015202001026284066', 'CR05015202001026284066'],
  ['gb82 west 1234 5698 7654 32', 'GB82WEST12345698765432'],
  ['CR05015202001026284067', null],
  ['05015202001026284066', null],
  ['XX', null],
])('the IBAN of %s is %s', (text, iban) => {
  expect(readIban(text)).toBe(iban)
})

const named = [true, true, false, true, false]
test.each<[string, boolean]>([
  ['a|b||d|', false],
  ['a|b||d', false],
  ['a', false],
  ['a|b|c|d|', true],
  ['a|b||d|e', true],
  ['a|b||d||', true],
])('the row %s has a cell too many: %s', (row, has) => {
  expect(hasCellTooMany(row.split('|'), named)).toBe(has)
})
