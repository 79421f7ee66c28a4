import { expect, test } from 'vitest'
import { findUnusedKeys, languageFaults, screenFaults } from './check-translations.ts'

type Entries = Record<string, string>
const textsOf = (entries: Entries) => new Map(Object.entries(entries))

const between = (languages: Record<string, Entries>) =>
  languageFaults(
    new Map(Object.entries(languages).map(([name, entries]) => [name, textsOf(entries)])),
  )
const inScreens = (entries: Entries, code: string) =>
  screenFaults(textsOf(entries), new Map([['screen.tsx', code]]))

test('texts that agree and are all used have no faults', () => {
  const texts = {
    'pay.title': 'Pay',
    'pay.people_one': '{{count}} person',
    'pay.people_other': '{{count}}',
  }
  expect(between({ es: texts, en: texts })).toEqual([])
  expect(inScreens(texts, `t('pay.title'); t("pay.people", { count })`)).toEqual([])
})

test('a text that one language lacks, or has empty, is a fault', () => {
  const es = { 'pay.title': 'Pagar', 'pay.done': 'Pagado' }
  expect(between({ es, en: { 'pay.title': ' ' } })).toEqual([
    'en: pay.title is empty',
    'en: pay.done is missing',
  ])
})

test('a placeholder or a tag that one language lacks is a fault', () => {
  const texts = { es: { 'pay.to': 'A <b>{{name}}</b>' }, en: { 'pay.to': 'To {{name}}' } }
  expect(between(texts)).toEqual([
    'pay.to has not the same placeholders: </b> <b> {{name}} | {{name}}',
  ])
})

test('a text that no screen names is a fault, and so is a key without a text', () => {
  expect(inScreens({ 'pay.title': 'Pagar' }, `t('pay.titel')`)).toEqual([
    'screen.tsx: there is no text pay.titel',
    'pay.title is used nowhere in the web app',
  ])
})

test('a template uses the keys that fit it, and must fit one', () => {
  const texts = { 'state.paid': 'Pagado', 'state.old.paid': 'Pagado', 'time.ago': 'Hace' }
  expect(inScreens(texts, `t(\`state.\${state}\`)`)).toEqual([
    'time.ago is used nowhere in the web app',
  ])
  expect(inScreens({ 'pay.x': 'x' }, `t('pay.x', \`pay.form.\${name}\`)`)).toEqual([
    'screen.tsx: no text fits ^pay\\.form\\.[\\w.]+$',
  ])
})

test('a text of another section that no code names is a fault', () => {
  const code = new Map([['store.ts', `texts.es.csv.csvEmpty; answerText('paid')`]])
  const texts = textsOf({ 'csv.csvEmpty': 'Vacío', 'answers.paid': 'Pagado', 'answers.lost': 'x' })
  expect(findUnusedKeys(texts, code)).toEqual(['answers.lost is used nowhere'])
})
