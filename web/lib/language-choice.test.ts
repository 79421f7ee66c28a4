import { afterEach, expect, test, vi } from 'vitest'
import { readWantedLanguage, rememberLanguage } from './language-choice.ts'

afterEach(() => vi.unstubAllGlobals())

function page(pathname: string, cookie: string, lang = 'es') {
  const document = { cookie, documentElement: { lang } }
  vi.stubGlobal('window', { location: { pathname } })
  vi.stubGlobal('document', document)
  return document
}

test.each([
  ['the path before the cookie', '/it/login', 'i18next=en', 'es', 'it'],
  ['the cookie before the page', '/login', 'a=1; i18next=prt; b=2', 'en', 'prt'],
  ['the page where nothing else says', '/login', '', 'en', 'en'],
  ['no other cookie that ends alike', '/login', 'xi18next=it', 'en', 'en'],
  ['nothing that is not offered', '/fr/login', 'i18next=de', 'fr', 'es'],
])('the language is that of %s', (_name, pathname, cookie, lang, language) => {
  page(pathname, cookie, lang)
  expect(readWantedLanguage()).toBe(language)
})

test('the choice is remembered for a year', () => {
  const document = page('/login', '')
  rememberLanguage('prt')
  expect(document.cookie).toBe('i18next=prt; Path=/; SameSite=Lax; Max-Age=31536000')
})
