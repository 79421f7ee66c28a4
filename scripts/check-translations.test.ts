import { expect, test } from 'vitest'
import { translationFaults } from './check-translations.ts'

function faults(languages: Record<string, Record<string, string>>, code: string): string[] {
  const texts = Object.entries(languages).map(
    ([name, entries]) => [name, new Map(Object.entries(entries))] as const,
  )
  return translationFaults(new Map(texts), new Map([['screen.tsx', code]]))
}

test('texts that agree and are all used have no faults', () => {
  const texts = {
    'pay.title': 'Pay',
    'pay.people_one': '{{count}} person',
    'pay.people_other': '{{count}}',
  }
  expect(faults({ es: texts, en: texts }, `t('pay.title'); t("pay.people", { count })`)).toEqual([])
})

test('a text that one language lacks, or has empty, is a fault', () => {
  const es = { 'pay.title': 'Pagar', 'pay.done': 'Pagado' }
  expect(faults({ es, en: { 'pay.title': ' ' } }, `['pay.title', 'pay.done']`)).toEqual([
    'en: pay.title is empty',
    'en: pay.done is missing',
  ])
})

test('a placeholder or a tag that one language lacks is a fault', () => {
  const texts = { es: { 'pay.to': 'A <b>{{name}}</b>' }, en: { 'pay.to': 'To {{name}}' } }
  expect(faults(texts, `t('pay.to')`)).toEqual([
    'pay.to has not the same placeholders: </b> <b> {{name}} | {{name}}',
  ])
})

test('a text that no screen names is a fault, and so is a key without a text', () => {
  expect(faults({ es: { 'pay.title': 'Pagar' } }, `t('pay.titel')`)).toEqual([
    'screen.tsx: there is no text pay.titel',
    'pay.title is used nowhere in the web app',
  ])
})

test('a template uses the keys that fit it, and must fit one', () => {
  const texts = { es: { 'state.paid': 'Pagado', 'state.old.paid': 'Pagado', 'time.ago': 'Hace' } }
  expect(faults(texts, `t(\`state.\${state}\`)`)).toEqual([
    'time.ago is used nowhere in the web app',
  ])
  expect(faults({ es: { 'pay.x': 'x' } }, `t('pay.x', \`pay.form.\${name}\`)`)).toEqual([
    'screen.tsx: no text fits ^pay\\.form\\.[\\w.]+$',
  ])
})
