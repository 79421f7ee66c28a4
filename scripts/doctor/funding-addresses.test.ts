import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAddress } from '#server/testing/engine.ts'
import { aCompany, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { examineFundingAddresses } from './funding-addresses.ts'

const t = await appForFile()

const said = async (url: string | null = t.url) =>
  (await examineFundingAddresses(url)).map(({ level, says }) => `${level}: ${says}`)

test('no payrolls or no database → nothing is said', async () => {
  expect(await said()).toEqual([])
  expect(await said(null)).toEqual([])
})

test('a payroll with an address that is not derived → it is named', async () => {
  const ours = await aCompany(t)
  await aPayroll(ours)
  expect(await said()).toEqual(['fine: The addresses of 1 payrolls are those of the account key.'])
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payrolls (company_id, name, description, type, address)
    VALUES (${ours.companyId}, 'Gemela', '', 'REGULAR', ${anAddress()}) RETURNING id`.execute(t.db)
  expect(await said()).toEqual([
    `wrong: The address of payroll ${rows[0]?.id} ('Gemela' of '${ours.form.companyName}') is not that of the account key: it is not shown, and no money is asked for there.`,
  ])
})
