import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchTerms } from '#domain/search-terms.ts'
import { aCompany, anEmployee } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { listEmployees } from './read.ts'

const t = await appForFile()

test('any text → all employees that contain its terms, accents and case aside', async () => {
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
  await anEmployee(await aCompany(t), { firstName: 'Ángela', lastName: 'Ana María' })
  const { rows } = await sql<{ text: string }>`
    SELECT concat_ws(' ', first_name, last_name, identification, email, phone) AS text
    FROM employees`.execute(t.db)
  const containing = async (search: string) =>
    (
      await sql<{ id: string }>`
        SELECT id FROM employees
        WHERE company_id = ${company.companyId} AND NOT EXISTS (
          SELECT FROM jsonb_array_elements(${JSON.stringify(searchTerms(search))}::jsonb) AS forms
          WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements_text(forms) AS form
            WHERE strpos(search, plain_text(form)) > 0))
        ORDER BY id DESC`.execute(t.db)
    ).rows.map(({ id }) => id)
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
    fc.asyncProperty(written, fc.boolean(), async (query, isUpper) => {
      fc.pre(query !== '' && !query.includes('\0'))
      const search = isUpper ? query.toUpperCase() : query
      const { employees } = await listEmployees(
        t.db,
        { companyId: company.companyId, macKey: t.macKey, now: t.now() },
        { page: 1, limit: 100, search, counts: false },
        'regtest',
      )
      expect(employees.map(({ _id }) => _id)).toEqual(await containing(search))
    }),
    { numRuns: process.env.LONG_RUN ? 300 : 60 },
  )
})

test('a name in any order, a phone and a document however they are grouped → found', async () => {
  const company = await aCompany(t)
  const jose = { firstName: 'José Luis', lastName: 'Peña Ruiz', phone: '+50378412265' }
  await anEmployee(company, { ...jose, identification: '01234567-8' })
  await anEmployee(company, { firstName: 'Ana', lastName: 'Paz', identification: '987654321' })
  const found = async (search: string) => {
    const { employees } = await listEmployees(
      t.db,
      { companyId: company.companyId, macKey: t.macKey, now: t.now() },
      { page: 1, limit: 100, search, counts: false },
      'regtest',
    )
    return employees.map(({ firstName }) => firstName)
  }
  const ways = ['pena jose', 'Ruiz José', '+503 7841 2265', '7841-2265', '7841 2265']
  for (const search of [...ways, '503-7841-2265', '01234567-8', '012345678', '01234567 8']) {
    expect(await found(search), search).toEqual(['José Luis'])
  }
  expect(await found('98765432-1')).toEqual(['Ana'])
  expect(await found('Ana Ruiz')).toEqual([])
})
