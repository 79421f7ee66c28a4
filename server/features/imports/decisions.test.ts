import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { type ImportProgress, importProgress } from '#contract/imports.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, importPeople, personNamed } from '#server/testing/lists.ts'
import { whileRunningImports } from '#server/testing/run-imports.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

const known = () => [
  personNamed('José', { email: 'viejo@izalco.sv', phone: '7000 0001' }),
  personNamed('Ana', { identification: '04567891-4' }),
]
const listed = () => [
  personNamed('José', { email: 'nuevo@izalco.sv', phone: '7000 0001', salary: '700' }),
  personNamed('Ana', { identification: '04567891-4', salary: '800' }),
]

/** A file with a doubtful row that waits for an answer, as only a long one does by itself. */
async function waitingFile(company: TestCompany): Promise<string> {
  await importPeople(company, { file: aList(...known()) })
  const file = aList(...listed())
  expectRefusal(await importPeople(company, { file }), 422, 'PERSON_UNDECIDED')
  const { id } = await t.db
    .updateTable('imports')
    .set({ state: 'undecided', deferred: true, failure: null, ended_at: null })
    .where('company_id', '=', company.companyId)
    .where('failure', '=', 'PERSON_UNDECIDED')
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const decisionsOf = (id: string) => `/companies/imports/${id}/decisions`
const same = { decisions: [{ row: 2, is: 'same' }] }

const ended = (company: TestCompany, id: string) =>
  whileRunningImports(t, () =>
    vi.waitFor(
      async (): Promise<ImportProgress> => {
        const answer = await company.call('GET', `/companies/imports/${id}`)
        const progress = expectAccepted(importProgress, answer)
        expect(progress.state).toMatch(/done|failed/)
        return progress
      },
      { timeout: 20_000, interval: 50 },
    ),
  )

test('who says whose a row is has made its changes, the uploader all others', async () => {
  const company = await aCompany(t)
  const clerk = await aMember(t, company, 'PAYROLL')
  const id = await waitingFile(company)
  expectAccepted(importProgress, await clerk.call('POST', decisionsOf(id), same))
  expect(await ended(company, id)).toMatchObject({ state: 'done', diff: { changed: 2 } })
  const { rows } = await sql<{ name: string; what: string; by: string }>`
    SELECT e.first_name AS name, c.kind AS what, c.changed_by AS by
    FROM employee_changes c JOIN employees e ON e.id = c.employee_id
    WHERE c.company_id = ${company.companyId}
    UNION ALL SELECT e.first_name, 'address', a.changed_by
    FROM employee_destinations a JOIN employees e ON e.id = a.employee_id
    WHERE a.company_id = ${company.companyId}
    UNION ALL SELECT e.first_name, 'contact', k.changed_by
    FROM employee_contacts k JOIN employees e ON e.id = k.employee_id
    WHERE k.company_id = ${company.companyId}`.execute(t.db)
  const madeBy = (name: string, by: string, ...kinds: string[]) =>
    kinds.map((what) => `${name} ${what} ${by}`)
  expect(rows.map(({ name, what, by }) => `${name} ${what} ${by}`).sort()).toEqual([
    ...madeBy('Ana', company.user._id, 'SALARY', 'address'),
    ...madeBy('José', clerk.id, 'SALARY', 'address', 'contact'),
  ])
  const audit = expectAccepted(auditPage, await company.call('GET', '/companies/audit?limit=100'))
  const edits = audit.events.filter(({ action }) => action === 'employee.edited')
  expect(edits.map(({ subject, who }) => [subject, who]).sort()).toEqual([
    ['Ana Menjívar', `${company.user.firstName} ${company.user.lastName}`],
    ['José Menjívar', 'Julián Henríquez'],
  ])
})

test('another answer ends the file while one is on the way → no error, and no change', async () => {
  const company = await aCompany(t)
  const id = await waitingFile(company)
  const ending = await t.db.startTransaction().execute()
  const row = ending.updateTable('imports').where('id', '=', id)
  await row.set({ attempts: 0 }).execute()
  const answer = company.call('POST', decisionsOf(id), same)
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(t.db)
    expect(rows).toHaveLength(1)
  })
  const failure = 'PERSON_UNDECIDED'
  await row.set({ state: 'failed', failure, ended_at: new Date() }).execute()
  await ending.commit().execute()
  expect(expectAccepted(importProgress, await answer)).toMatchObject({ state: 'failed' })
})
