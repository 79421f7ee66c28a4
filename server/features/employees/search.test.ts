import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, anEmployee } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { listEmployees } from './read.ts'

const t = await appForFile()

test('any text → all employees that contain it, accents and case aside', async () => {
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
        WHERE company_id = ${company.companyId} AND strpos(search, plain_text(${search})) > 0
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
