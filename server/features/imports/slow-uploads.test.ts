import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { connectionsOf } from '#server/platform/db/database.ts'
import { aCompany, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList } from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'

const t = await appForFile()
await t.app.listen({ host: '127.0.0.1', port: 0 })
const port = (t.app.server.address() as AddressInfo).port

/** Begins an upload and sends no more than the first line of its file. */
function beginUpload(token: string | null): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    'POST /api/v1/companies/payrolls/bulk HTTP/1.1',
    'Host: x',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000000',
  ]
  const part = [
    '--x',
    'Content-Disposition: form-data; name="file"; filename="n.csv"',
    'Content-Type: text/csv',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${part.join('\r\n')}\r\n\r\n${aList()}`)
  return socket
}

const uploads = () => readdir(t.uploadsDir)
const importsOf = ({ companyId }: TestCompany) =>
  t.db.selectFrom('imports').select('state').where('company_id', '=', companyId).execute()
const patience = { timeout: 120_000, interval: 50 }

longTest('forty uploads that dribble in keep no connection, and nobody waiting', async () => {
  const companies: TestCompany[] = []
  while (companies.length < 40) {
    companies.push(...(await Promise.all(Array.from({ length: 4 }, () => aCompany(t)))))
  }
  const sockets = companies.map(({ token }) => beginUpload(token))
  await vi.waitFor(async () => expect(await uploads()).toHaveLength(40), patience)
  const { token } = await aCompany(t)
  const ask = async (path: string) => {
    const url = `http://127.0.0.1:${port}${path}`
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
  }
  // Without a chain the program is not ready, but still answers so.
  expect([await ask('/api/v1/users/dashboard'), await ask('/readyz')]).toEqual([200, 503])
  expect(connectionsOf(t.db).waiting).toBe(0)
  expect(connectionsOf(t.copies).used).toBe(0)
  expect(await uploads()).toHaveLength(40)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await uploads()).toEqual([]), patience)
})

test('an upload that breaks off leaves neither a file nor an import', async () => {
  const company = await aCompany(t)
  const socket = beginUpload(company.token)
  await vi.waitFor(async () => expect(await uploads()).toHaveLength(1), patience)
  expect(await importsOf(company)).toHaveLength(1)
  socket.destroy()
  await vi.waitFor(async () => expect(await uploads()).toEqual([]), patience)
  expect(await importsOf(company)).toEqual([])
  expect((await createList(company, { file: aList({}) })).status).toBe(201)
})

test('an upload without a bearer is refused and its connection closed', async () => {
  const socket = beginUpload(null)
  const closed = once(socket, 'close')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('HTTP/1.1 401')
  await closed
  expect(await uploads()).toEqual([])
})

test('with every connection taken requests end as busy, and /readyz answers', async () => {
  const company = await aCompany(t)
  const release = Promise.withResolvers<void>()
  const holding = Array.from({ length: 10 }, () => t.db.connection().execute(() => release.promise))
  await vi.waitFor(() => expect(connectionsOf(t.db).used).toBe(10), patience)
  const [response, ready] = await Promise.all([
    company.call('GET', '/users/dashboard'),
    t.app.inject({ url: '/readyz' }),
  ])
  expect([response.status, response.body.code]).toEqual([503, 'BUSY'])
  expect(ready.json().checks.database).toBe('ok')
  release.resolve()
  await Promise.all(holding)
  expect((await company.call('GET', '/users/dashboard')).status).toBe(200)
})
