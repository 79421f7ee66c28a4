import { expect, test } from 'vitest'
import { findExportedNames, findRepeatedNames, participleFaults } from './check-names.ts'

test.each([
  ['a function', 'export async function pay() {}', ['pay']],
  ['constants', 'export const a = 1, b = 2', ['a', 'b']],
  ['a destructured constant', 'export const { a, b: [c], ...d } = x', ['a', 'c', 'd']],
  [
    'a class, a type and an interface',
    'export class A {}\nexport type B = 1\nexport interface C {}',
    ['A', 'B', 'C'],
  ],
  ['a name that the end of a file lists', 'const a = 1\nconst b = 2\nexport { a }', ['a']],
  ['a name after a generic arrow', 'const a = <T>(t: T) => t\nexport const b = 1', ['b']],
  ['a value and its type', 'export const user = 1\nexport type user = 1', ['user']],
])('%s that a file exports counts', (_, text, names) => {
  expect([...findExportedNames('a.ts', text)]).toEqual(names)
})

test.each([
  ['a name that is not exported', 'const a = 1\nfunction b() {}'],
  ['a name of another file', "export { a, type B } from './a.ts'\nexport * from './b.ts'"],
  ['a name that is passed on', "import { a } from './a.ts'\nexport { a }"],
  ['a default', 'export default function setup() {}'],
])('%s does not count', (_, text) => {
  expect([...findExportedNames('a.ts', text)]).toEqual([])
})

test('a name in two files → refused with both', () => {
  expect(findRepeatedNames(new Map([['Plan', ['a.ts', 'b.ts']]]))).toEqual([
    "'Plan' means several things: a.ts, b.ts",
  ])
})

test('a name in one file, and a component of the router in two → allowed', () => {
  expect(
    findRepeatedNames(
      new Map([
        ['Plan', ['a.ts']],
        ['Component', ['a.tsx', 'b.tsx']],
      ]),
    ),
  ).toEqual([])
})

test.each([
  ['a function', 'export async function missingFunds() {}', 'missingFunds'],
  ['an arrow function', 'export const paidBy = () => 1', 'paidBy'],
  [
    'a function that the end of a file lists',
    'const closed = () => 1\nexport { closed }',
    'closed',
  ],
])('%s that begins with a participle → refused', (_, text, name) => {
  expect(participleFaults('a.ts', text)).toEqual([expect.stringContaining(`'${name}'`)])
})

test.each([
  ['a verb', 'export function findMissing() {}\nexport const pay = () => 1'],
  ['a word that only begins alike', 'export function leftover() {}'],
  ['a value and a type', "export const orderedRows = [1]\nexport type paidLine = 'x'"],
  ['a function that is not exported', 'const paidBy = () => 1\nfunction closed() {}'],
  ['a schema of the wire', 'export const hiredOn = () => 1'],
])('%s → allowed', (_, text) => {
  expect(participleFaults('a.ts', text)).toEqual([])
})
