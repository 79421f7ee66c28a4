import { expect, test } from 'vitest'
import { answerText, errorText, faultText, languageOf } from './language.ts'

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['*', 'es'],
  ['de', 'es'],
  ['de-DE, fr;q=0.9', 'es'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['it-IT,it;q=0.9', 'it'],
  ['pt-BR', 'pt'],
  ['prt', 'pt'],
  ['de, en;q=0.5, it;q=0.8', 'it'],
  ['en;q=0, it', 'it'],
  ['en ; q=0.3 , pt ; q=0.4', 'pt'],
  ['es-SV,es;q=0.9,en;q=0.8', 'es'],
  [',;;q=,', 'es'],
  ['*, en;q=0.5', 'en'],
])('who sends Accept-Language %s reads %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('an Accept-Language of 15 KB is read in its first 200 letters', () => {
  const blanks = ' '.repeat(15_000)
  expect(languageOf(`it,${blanks};q=0.9`)).toBe('it')
  expect(languageOf(`${blanks};q=1, en`)).toBe('es')
})

test('a text’s places are filled, and one that nothing fills stays as it is', () => {
  expect(answerText('employeeDeleted', 'es', { name: 'Rosa' })).toBe('Rosa eliminado')
  expect(answerText('employeeDeleted', 'en', { name: '{{name}} $& Rosa' })).toBe(
    '{{name}} $& Rosa deleted',
  )
  expect(errorText('DUST_SALARY', 'en')).toContain('{{names}}')
})

test('what a schema says by itself reads as a wrong format', () => {
  expect(faultText('required', 'it')).toBe('Obbligatorio')
  expect(faultText('Invalid input: expected string', 'pt')).toBe('Formato inválido')
  expect(faultText('toString', 'es')).toBe('Formato inválido')
})
