import { expect, test } from 'vitest'
import { languageTag, splitLanguagePath } from './language.ts'

test.each([
  ['/en/employees', { language: 'en', rest: '/employees' }],
  ['/prt', { language: 'prt', rest: '/' }],
  ['/it/', { language: 'it', rest: '/' }],
  ['/es/dashboard/transaction/7', { language: 'es', rest: '/dashboard/transaction/7' }],
])('%s names its language, which is dropped', (path, split) => {
  expect(splitLanguagePath(path)).toEqual(split)
})

test.each(['/', '/login', '/employees', '/english', '/pt/login', '/EN/login'])(
  '%s names no language and stays as it is',
  (path) => {
    expect(splitLanguagePath(path)).toEqual({ language: null, rest: path })
  },
)

test('the page and the API use pt, the folder is called prt', () => {
  expect(languageTag('prt')).toBe('pt')
  expect(languageTag('it')).toBe('it')
})
