import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from './http.ts'
import { endSlowBodies } from './slow-bodies.ts'

let app: App
let ended: string[]
beforeAll(async () => {
  app = Fastify().withTypeProvider<ZodTypeProvider>()
  endSlowBodies(app, 30_000, { everyMs: 1_000, leastBytes: 100 })
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null))
  app.post('/file', { config: { slowBody: true } }, async ({ raw }) => {
    const received = await text(raw).catch(() => null)
    ended.push(received === null ? 'cut off' : `${received.length} bytes`)
    return {}
  })
  app.post('/refused', { config: { slowBody: true } }, async (_request, reply) =>
    reply.status(401).send(),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  ended = []
})
afterAll(() => app.close())

function post(path: string, bytes: number): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const type = 'Content-Type: application/octet-stream'
  // The server may close while a piece is on its way: the kernel calls that a reset.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${bytes}\r\n\r\n`)
  return socket
}

async function send(socket: Socket, pieces: number, bytes: number): Promise<void> {
  for (let piece = 0; piece < pieces && !socket.destroyed; piece++) {
    socket.write('x'.repeat(bytes))
    await sleep(50)
  }
}

test('a file that comes below the least rate is cut off', async () => {
  const socket = post('/file', 1_000_000)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await send(socket, 400, 1)
  await closed
  expect(ended.splice(0)).toEqual(['cut off'])
})

test('a file that comes above it is received, however long it takes', async () => {
  const socket = post('/file', 45_000)
  await send(socket, 45, 1_000)
  await once(socket, 'data')
  socket.destroy()
  expect(ended.splice(0)).toEqual(['45000 bytes'])
})

test('a body that goes on after its refusal is closed', async () => {
  const socket = post('/refused', 1_000_000)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('HTTP/1.1 401')
  await send(socket, 400, 1_000)
  await closed
})
