import { expect, test } from 'vitest'
import { expressionsOf, findExpressionFault } from './check-regular-expressions.ts'

const faultsOf = (text: string) =>
  Promise.all(expressionsOf('server/a.ts', text).map(findExpressionFault))

test.each([
  ['a repetition in a repetition', String.raw`/^(?:[^\S\r\n]*(?:\r\n|\n|\r))*x/`, /exponential/],
  ['two branches that read the same', '/^(?:a|a)*$/', /exponential/],
  ['two neighbours that read the same', String.raw`/^\d+\d+$/`, /2nd degree/],
  ['a beginning that may stand anywhere', String.raw`'text'.split(/\s*;/)`, /2nd degree/],
  ['one made of constants', `const word = '(a+)+'\nnew RegExp(\`^\${word}$\`)`, /exponential/],
  ['one made at run time', "(name: string) => new RegExp(name, 'i')", /put together at run time/],
])('an expression with %s is refused', async (_what, text, fault) => {
  const [found] = await faultsOf(text)
  expect(found).toMatch(fault)
  expect(found).toMatch(/^server\/a\.ts:\d: /)
})

test.each([
  String.raw`/^(?:\s*(?:-\s*)?\d)+$/`,
  String.raw`/^[\s\S]*[\r\n]/`,
  '/^(?:ab|cd)*$/i',
  String.raw`new RegExp('^\\d+x')`,
])('%s reads each sign once and passes', async (text) => {
  expect(await faultsOf(text)).toEqual([null])
})
