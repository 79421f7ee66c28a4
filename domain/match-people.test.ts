import { expect, test } from 'vitest'
import { type KnownPerson, type ListedPerson, type Match, matchPeople } from './match-people.ts'

const nothing = { document: null, name: 'ana paz', address: '', email: '', phone: '' }
const person = (id: string, more: Partial<KnownPerson>): KnownPerson => ({
  ...nothing,
  usdCents: 50_000n,
  ...more,
  id,
})
const row = (line: number, more: Partial<ListedPerson>): ListedPerson => ({
  ...nothing,
  usdCents: 50_000n,
  answer: null,
  about: null,
  ...more,
  line,
})

const said = (match: Match | undefined) =>
  match === undefined ? 'new' : match.kind === 'same' ? match.id : match.kind
const matched = (people: KnownPerson[], rows: ListedPerson[]) => {
  const matches = matchPeople(people, rows)
  return rows.map(({ line }) => said(matches.get(line)))
}

test('equal documents are one person, whatever else differs', () => {
  const known = person('a', { document: '123456', name: 'ana paz', address: 'x', email: 'a@x' })
  const other = row(2, { document: '123456', name: 'anabel paz', address: 'y', email: 'b@x' })
  expect(matched([known], [other])).toEqual(['a'])
  expect(matched([known], [{ ...other, answer: 'other' }])).toEqual(['a'])
})

test('different documents are two people; only somebody who says so makes them one', () => {
  const known = person('a', { document: '123456', address: 'x' })
  const other = row(2, { document: '123457', address: 'x' })
  expect(matchPeople([known], [other]).get(2)).toEqual({ kind: 'new', namesake: 'a' })
  expect(matched([known], [{ ...other, answer: 'same' }])).toEqual(['a'])
  expect(matched([known], [{ ...other, answer: 'same', about: 'b' }])).toEqual(['new'])
})

test.each<[string, Partial<KnownPerson>, Partial<ListedPerson>, string]>([
  ['nothing', { address: 'x' }, { address: 'x' }, 'a'],
  ['the address alone', { address: 'x', email: 'e' }, { address: 'y', email: 'e' }, 'a'],
  ['an address and a missing e-mail', { address: 'x', email: 'e' }, { address: 'y' }, 'a'],
  ['the e-mail alone', { address: 'x', email: 'e' }, { address: 'x', email: 'f' }, 'a'],
  ['address and e-mail', { address: 'x', email: 'e' }, { address: 'y', email: 'f' }, 'undecided'],
  ['address and phone', { address: 'x', phone: '1' }, { address: 'y', phone: '2' }, 'undecided'],
  ['the e-mail, without an address', { email: 'e' }, { email: 'f' }, 'undecided'],
  [
    'the phone, without an address',
    { phone: '1', email: 'e' },
    { phone: '2', email: 'e' },
    'undecided',
  ],
  [
    'an e-mail that is missing, without an address',
    { email: 'e', phone: '1' },
    { phone: '1' },
    'a',
  ],
  ['the kind of contact, without an address', { email: 'e' }, { phone: '1' }, 'undecided'],
  [
    'an address that went, and the e-mail',
    { address: 'x', email: 'e' },
    { email: 'f' },
    'undecided',
  ],
  [
    'an address that came, and the e-mail',
    { email: 'e' },
    { address: 'x', email: 'f' },
    'undecided',
  ],
  [
    'a document that came, in place of a contact',
    { email: 'e' },
    { address: 'x', document: '123456' },
    'undecided',
  ],
  ['a document that came, and nothing else is said', { email: 'e' }, { document: '123456' }, 'a'],
  [
    'a document that came, with the contact',
    { email: 'e' },
    { email: 'e', document: '123456' },
    'a',
  ],
  ['everything that one side says', { email: 'e', phone: '1' }, {}, 'a'],
  ['an address that came', { email: 'e' }, { address: 'x', email: 'e' }, 'a'],
  ['a document that came', { address: 'x' }, { address: 'x', document: '123456' }, 'a'],
  ['a document that went', { address: 'x', document: '123456' }, { address: 'x' }, 'a'],
  [
    'a document that came, and the address',
    { address: 'x' },
    { address: 'y', document: '123456' },
    'undecided',
  ],
  [
    'a document that went, and the address',
    { address: 'x', document: '123456' },
    { address: 'y' },
    'undecided',
  ],
])('one name, and what differs is %s', (_what, known, listed, expected) => {
  expect(matched([person('a', known)], [row(2, listed)])).toEqual([expected])
})

test('without an address an equal document decides, whatever the contacts', () => {
  const known = person('a', { document: '123456', email: 'e', phone: '1' })
  expect(matched([known], [row(2, { document: '123456', email: 'f', phone: '2' })])).toEqual(['a'])
})

test('the address decides between namesakes, then the e-mail, then the phone', () => {
  const known = [
    person('a', { address: 'x', email: 'a', phone: '1' }),
    person('b', { address: 'y', email: 'b', phone: '2' }),
    person('c', { address: 'z', email: 'c', phone: '3' }),
  ]
  const rows = [
    row(2, { address: 'new', phone: '3' }),
    row(3, { address: 'new', email: 'b' }),
    row(4, { address: 'x', email: 'b' }),
  ]
  expect(matched(known, rows)).toEqual(['c', 'b', 'a'])
})

test('namesakes of one address are told apart by contacts, then by salary', () => {
  const known = [
    person('a', { address: 'x', email: 'a' }),
    person('b', { address: 'x', email: 'b' }),
    person('c', { address: 'x', usdCents: 1n }),
  ]
  const rows = [
    row(2, { address: 'x', usdCents: 1n }),
    row(3, { address: 'x', email: 'b', usdCents: 2n }),
    row(4, { address: 'x', email: 'a', usdCents: 3n }),
  ]
  expect(matched(known, rows)).toEqual(['c', 'b', 'a'])
})

test('a namesake with nothing in common is asked about, and no person twice', () => {
  const known = [person('a', { address: 'x' }), person('b', { address: 'y' })]
  const rows = [row(2, { address: 'v' }), row(3, { address: 'w' })]
  const matches = matchPeople(known, rows)
  expect(matches.get(2)).toEqual({ kind: 'undecided', id: 'a', people: 2, otherLine: 3 })
  expect(matches.get(3)).toEqual({ kind: 'undecided', id: 'b', people: 2, otherLine: 2 })
  const answered = (first: 'same' | 'other') =>
    matched(known, [
      row(2, { address: 'v', answer: first }),
      row(3, { address: 'w', answer: 'same' }),
    ])
  expect(answered('other')).toEqual(['new', 'b'])
  expect(answered('same')).toEqual(['a', 'b'])
})

test('two rows that are both said to be one person stay a question', () => {
  const known = [person('a', { address: 'x' })]
  const rows = [row(2, { address: 'v', answer: 'same' }), row(3, { address: 'w', answer: 'same' })]
  expect(matched(known, rows)).toEqual(['a', 'undecided'])
})

test('many of one name and address are matched in a moment', () => {
  const known = Array.from({ length: 20_000 }, (_, n) => person(`${n}`, { address: 'x' }))
  const rows = Array.from({ length: 20_000 }, (_, n) => row(n, { address: n % 2 ? 'x' : 'y' }))
  const began = performance.now()
  const matches = matchPeople(known, rows)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(matches.size).toBe(20_000)
})
