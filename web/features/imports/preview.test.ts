import { expect, test } from 'vitest'
import { startOf } from '#web/shared/imports/read-csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a file of the template is UTF-8', () => {
  expect(startOf(bytes('\ufeffNombre,Apellido,Teléfono\n'))).toEqual({
    encoding: 'utf-8',
    delimiter: ',',
    skippedLines: 0,
  })
})

test('a file whose beginning is cut within a letter is still UTF-8', () => {
  expect(startOf(bytes('José').subarray(0, 4)).encoding).toBe('utf-8')
})

test('a file that an older spreadsheet saved is Windows-1252', () => {
  expect(startOf(new Uint8Array([0x4a, 0x6f, 0x73, 0xe9, 0x3b])).encoding).toBe('windows-1252')
})

test('a file saved as Unicode text is UTF-16, by the mark at its beginning', () => {
  expect(startOf(new Uint8Array([0xff, 0xfe, 0x4e, 0x00])).encoding).toBe('utf-16le')
  expect(startOf(new Uint8Array([0xfe, 0xff, 0x00, 0x4e])).encoding).toBe('utf-16be')
})

test('a first line may name the separator', () => {
  const named = startOf(bytes('sep=;\r\nNombre;Apellido\r\n'))
  expect(named).toMatchObject({ delimiter: ';', skippedLines: 1 })
  const after = startOf(bytes('\n\r\nsep=\t\nNombre;Apellido\n'))
  expect(after).toMatchObject({ delimiter: '\t', skippedLines: 3 })
})

test('without such a line the header tells the separator', () => {
  const start = startOf(bytes('\nNombre;Apellido;"Identificación, DUI"\r\n'))
  expect(start).toMatchObject({ delimiter: ';', skippedLines: 0 })
})
