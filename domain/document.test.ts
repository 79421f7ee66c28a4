import { expect, test } from 'vitest'
import { documentKey, isFiller } from './document.ts'

const fillers = [
  ...['N/A', 'n/a', 'n/d', '#N/D', '#N/A', '-', '--', '—', '?', '.', '0', '00000000-0', '0.00'],
  ...['S/N', 's/n', 'NO', 'ninguno', 'Ninguna', 'PENDIENTE', 'no aplica', 'No tiene', 'sin DUI'],
  ...['null', 'NULL', 'none', 'None', 'pending', 'not applicable', 'TBD'],
  ...['nessuno', 'non disponibile', 'nenhum', 'não aplica', 'pendente'],
]

test.each(fillers)('%s says that there is no document', (text) => {
  expect([isFiller(text), documentKey(text)]).toEqual([true, null])
})

test.each(['', ' ', '\u00a0'])('a blank %j says nothing', (text) => {
  expect([isFiller(text), documentKey(text)]).toEqual([false, null])
})

test.each(['01-A', '1', '1234', 'Pendiente 2', 'María', 'ninguno-1'])(
  '%s cannot be a document, and is no filler',
  (text) => {
    expect([isFiller(text), documentKey(text)]).toEqual([false, null])
  },
)

test.each([
  ['04567891-4', '045678914'],
  ['0456 7891 4', '045678914'],
  ['0614-160987-103-5', '06141609871035'],
  ['AB-123456', 'ab123456'],
  ['SN12345', 'sn12345'],
  ['ñ1234', 'ñ1234'],
  ['12345', '12345'],
])('%s is the document %s', (text, key) => {
  expect([isFiller(text), documentKey(text)]).toEqual([false, key])
})
