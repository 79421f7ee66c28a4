import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { drain } from './drain.ts'

test('a process that ends says so at once, serves on, and keeps no connection', async () => {
  const stopping = new AbortController()
  const t = await testApp({ stopping: stopping.signal })
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = t.app.addresses() as AddressInfo[]
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const request = get({ host: '127.0.0.1', port: address?.port, path, agent })
    const [response] = await once(request, 'response')
    response.resume()
    return { status: response.statusCode, connection: response.headers.connection }
  }
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'keep-alive' })
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'keep-alive' })

  stopping.abort()
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' })
  const ready = await t.app.inject({ url: '/readyz' })
  expect(ready.json()).toEqual({ status: 'stopping' })
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' })
  await drain(t.app, stopping, { drainMs: 0, log: t.log })
  await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  agent.destroy()
  await t.stop()
})
