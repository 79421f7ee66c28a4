import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anEmployee } from '#server/testing/factories.ts'
import type { Sample } from './sample.ts'
import { partOfLandmarks, rarestTrigrams, searchFor } from './search.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.stop())

const sample: Sample = {
  people: 1_000_000,
  parts: new Map([
    ['mar', 0.3],
    ['ari', 0.2],
    ['ria', 0.1],
    ['zal', 0.01],
    ['ald', 0.02],
    ['ria zal', 0.05],
    ['ana iza', 0.01],
    ['50361', 0.2],
  ]),
}

test('of each word the rarest trigram is asked for, then the rarest of the rest, until they find few', () => {
  const { trigrams, part } = rarestTrigrams('María ZALDAÑA', sample)
  // What nobody in the sample has comes before all others.
  expect(trigrams).toEqual(['LDA', 'ría', 'DAÑ'])
  expect(part).toBeCloseTo(0.1 * 0.0025)
  expect(rarestTrigrams('ZALDAÑA', { ...sample, people: 1_000 }).trigrams).toEqual(['LDA'])
})

test.each(['', 'ro', 'a b', '% _ \\', 'Жанна', '+5-0'])(
  '%j has neither a trigram nor a landmark to ask for',
  (search) => {
    expect(rarestTrigrams(search, sample)).toEqual({ trigrams: [], part: 1 })
    expect(partOfLandmarks(search, sample)).toBeNull()
  },
)

test('what nearly everybody has is not asked for beside what is rarer', () => {
  const everybody = new Map([...'izalco'].slice(2).map((_, n) => ['izalco'.slice(n, n + 3), 1]))
  const ofAll = { ...sample, parts: everybody }
  expect(rarestTrigrams('zzz@izalco', ofAll).trigrams).toEqual(['zzz'])
  expect(rarestTrigrams('izalco', { ...ofAll, people: 50 })).toEqual({ trigrams: ['iza'], part: 1 })
})

test('what many have is counted as it comes', () => {
  expect(rarestTrigrams('maría', sample).part).toBe(0.1)
})

test('the rarest landmark says how many have a text', () => {
  expect(partOfLandmarks('María Zaldaña', sample)).toBe(0.05)
  expect(partOfLandmarks('maria.zaldaña@izalco.sv', sample)).toBe(0.01)
  expect(partOfLandmarks('Ana Ana Ana', sample)).toBe(0.0025)
  expect(partOfLandmarks('+50361', sample)).toBe(0.2)
  expect(partOfLandmarks('503612', sample)).toBe(0.0025)
  for (const withoutOne of ['Zaldaña', 'la Ana', 'Ana  Ana', '6127-4']) {
    expect(partOfLandmarks(withoutOne, sample)).toBeNull()
  }
})

const found = async (db: Db, condition: ReturnType<typeof containsText>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM employees WHERE ${condition} ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

test('a search finds by its rarest parts whom it finds by its whole text', async () => {
  const company = await aCompany(t)
  const names = [
    'Ángela',
    'Zoë-Lou',
    'İpek',
    'Weiß',
    'Ŀuís',
    'ŉaŉa',
    'Ǆ 100%',
    'Þór_a',
    'Ana  María',
    'ﬁfiú',
    'ж12345ж',
  ]
  for (const [n, firstName] of names.entries()) {
    await anEmployee(company, { firstName, lastName: names.at(n - 3) ?? '' })
  }
  const { rows } = await sql<{ text: string }>`
    SELECT concat_ws(' ', first_name, last_name, identification, email, phone) AS text
    FROM employees`.execute(t.db)
  const parts = fc
    .tuple(
      fc.constantFrom(...rows.map(({ text }) => text)),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
    )
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, length))
  const written = fc.oneof(
    parts,
    parts.map((part) => part.normalize('NFD')),
    fc.string({ unit: 'grapheme' }),
  )
  await fc.assert(
    fc.asyncProperty(written, fc.boolean(), async (search, isUpper) => {
      fc.pre(search !== '' && !search.includes('\0'))
      const text = isUpper ? search.toUpperCase() : search
      const { condition } = await searchFor(t.db, text)
      expect(await found(t.db, condition)).toEqual(await found(t.db, containsText('search', text)))
    }),
    { numRuns: 300 },
  )
})
