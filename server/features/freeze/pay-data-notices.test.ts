import { expect, test } from 'vitest'
import { bulkPayroll } from '#contract/imports.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList, type ListPerson, replaceList } from '#server/testing/lists.ts'
import {
  anotherAdministrator,
  expectLink,
  mailsOf,
  notifyPending,
} from '#server/testing/notice-steps.ts'

const t = await appForFile()

const short = (address: string) => `${address.slice(0, 8)}…${address.slice(-6)}`
const noticesTo = (email: string) => mailsOf(t.db, email, 'payDataChanged')
const edit = (ours: TestCompany, id: string, body: object) =>
  ours.call('PUT', `/companies/employees/${id}`, anEmployeeBody(body))

test('edits of a minute → one mail to each administrator, in the language of each', async () => {
  const ours = await aCompany(t)
  const english = await anotherAdministrator(t.db, ours, 'en')
  const rosa = { firstName: 'Rosa', cryptoAddress: anAddress() }
  const luis = { firstName: 'Luis', cryptoAddress: anAddress() }
  const [{ _id: first }, { _id: second }] = [
    await anEmployee(ours, rosa),
    await anEmployee(ours, luis),
  ]
  const cryptoAddress = anAddress()
  expect((await edit(ours, first, { ...rosa, cryptoAddress })).status).toBe(200)
  expect((await edit(ours, second, { ...luis, baseSalary: 900 })).status).toBe(200)
  expect(await noticesTo(ours.form.email)).toEqual([])
  await notifyPending(t)
  await notifyPending(t)

  const [spanish, ...more] = await noticesTo(ours.form.email)
  expect(more).toEqual([])
  expect(spanish?.text).toContain('Quién: Marcela Portillo · IP 127.0.0.1')
  expect(spanish?.text).toContain(`Rosa Menjívar: dirección nueva: ${short(cryptoAddress)}`)
  expect(spanish?.text).toContain('Luis Menjívar: salario base: $650.25 → $900.00')
  expect(spanish?.text).not.toContain(cryptoAddress)
  const [other] = await noticesTo(english)
  expect(other?.subject).toBe('Pay or contact details were changed')
  await expectLink(t, spanish?.text)
  await expectLink(t, other?.text)
  expect(other?.text.match(/#t=\S+/)?.[0]).not.toBe(spanish?.text.match(/#t=\S+/)?.[0])
})

test('a replaced list → one mail with ten lines and how many more', async () => {
  const ours = await aCompany(t)
  const people: ListPerson[] = Array.from({ length: 14 }, (_, index) => ({
    firstName: `Persona${index}`,
    identification: `ID-${index}`,
    address: anAddress(),
  }))
  const { _id } = expectAccepted(
    bulkPayroll,
    await createList(ours, { file: aList(...people) }),
    201,
  )
  await notifyPending(t)
  expect(await noticesTo(ours.form.email)).toEqual([])

  const changed = people.map((one, index) =>
    index < 12 ? { ...one, address: anAddress() } : { ...one, salary: '700.00' },
  )
  expectAccepted(bulkPayroll, await replaceList(ours, _id, { file: aList(...changed) }))
  await notifyPending(t)
  const mails = await noticesTo(ours.form.email)
  expect(mails).toHaveLength(1)
  const text = mails[0]?.text ?? ''
  expect(text.match(/dirección nueva: /g)).toHaveLength(10)
  expect(text).toContain('Otros cambios: 4')
  for (const { address = '' } of changed) expect(text).not.toContain(address)
})

test('names, an unchanged list and a refused edit → no mail', async () => {
  const ours = await aCompany(t)
  const rosa = { cryptoAddress: anAddress() }
  const { _id } = await anEmployee(ours, rosa)
  expect((await edit(ours, _id, { ...rosa, lastName: 'Cruz' })).status).toBe(200)
  expect((await edit(ours, _id, { cryptoAddress: 'nowhere' })).status).toBe(400)
  const list = { file: aList({ address: anAddress() }) }
  const { _id: payroll } = expectAccepted(bulkPayroll, await createList(ours, list), 201)
  expectAccepted(bulkPayroll, await replaceList(ours, payroll, list))
  await notifyPending(t)
  // The only mail is the code of the sign-up.
  const mails = (await messagesTo(t.db, ours.form.email)).map((one) => one.template)
  expect(mails).toEqual(['contactCode'])
})

test('the api’s database role → cannot read or delete pending notices', async () => {
  const waiting = t.db.selectFrom('pay_data_changes').selectAll()
  await expect(waiting.execute()).rejects.toThrow('permission denied')
  await expect(t.db.deleteFrom('pay_data_changes').execute()).rejects.toThrow('permission denied')
})
