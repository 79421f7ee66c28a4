import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createChain } from './chain.ts'
import type { RpcOptions } from './rpc.ts'

/** Failures of real nodes and of proxies, played by a loopback server. */
type Handler = (request: http.IncomingMessage, response: http.ServerResponse, nth: number) => void

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function nodeThat(handle: Handler, options: Partial<RpcOptions> = {}) {
  let count = 0
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => handle(request, response, ++count))
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chain = createChain({ rpcUrl, cookieFile: null, user: 'u', password: 'p', ...options })
  return { chain, sockets, requests: () => count }
}

function answer(response: http.ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const result = (value: unknown) => ({ id: 0, result: value, error: null })
const failure = (code: number, message: string) => ({
  id: 0,
  result: null,
  error: { code, message },
})
const someHash = 'ab'.repeat(32)
const raw = new Uint8Array([1])

test('a cookie that the node has replaced is read again after a 401', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cookie-'))
  closing.push(() => rm(folder, { recursive: true }))
  const cookieFile = join(folder, '.cookie')
  await writeFile(cookieFile, '__cookie__:old')
  const seen: string[] = []
  const { chain } = await nodeThat(
    async (request, response, nth) => {
      seen.push(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString())
      if (nth === 2) {
        await writeFile(cookieFile, '__cookie__:new')
        response.writeHead(401).end()
      } else answer(response, result([]))
    },
    { cookieFile },
  )
  await chain.mempoolTxids()
  await chain.mempoolTxids()
  expect(seen).toEqual(['__cookie__:old', '__cookie__:old', '__cookie__:new'])
})

test('a second 401 is an unknown outcome, not a third try', async () => {
  const { chain, requests } = await nodeThat((_, response) => response.writeHead(401).end())
  await expect(chain.send(raw, 1000n)).rejects.toMatchObject({ kind: 'unknown' })
  expect(requests()).toBe(2)
})

test('a missing cookie file is an unknown outcome: the node has not started yet', async () => {
  const { chain } = await nodeThat(() => undefined, { cookieFile: '/nowhere/.cookie' })
  await expect(chain.info()).rejects.toMatchObject({ kind: 'unknown' })
})

test.each([
  [
    'a full work queue',
    (response: http.ServerResponse) => response.writeHead(503).end('Work queue'),
  ],
  ['a forbidden method', (response: http.ServerResponse) => response.writeHead(403).end()],
  [
    "a proxy's page",
    (response: http.ServerResponse) => response.writeHead(200).end('<html>Hello</html>'),
  ],
  ['another shape', (response: http.ServerResponse) => answer(response, result({ hash: 1 }))],
  [
    'a node that is starting',
    (response: http.ServerResponse) => answer(response, failure(-28, 'Loading…'), 500),
  ],
  [
    'a fault inside the node',
    (response: http.ServerResponse) => answer(response, failure(-32603, 'bad'), 500),
  ],
  [
    'half an answer',
    (response: http.ServerResponse) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('{"id":0,"result":"')
      setTimeout(() => response.destroy(), 20)
    },
  ],
  ['a socket closed unread', (response: http.ServerResponse) => response.socket?.destroy()],
])('the outcome of a send is unknown after %s', async (_, reply) => {
  const { chain, requests } = await nodeThat((_request, response) => reply(response))
  await expect(chain.send(raw, 1000n)).rejects.toMatchObject({ kind: 'unknown' })
  expect(requests()).toBe(1)
})

test('a node that nobody listens for is an unknown outcome', async () => {
  const { chain } = await nodeThat(() => undefined, { rpcUrl: 'http://127.0.0.1:1' })
  await expect(chain.info()).rejects.toMatchObject({ kind: 'unknown', reason: 'ECONNREFUSED' })
})

test('a kept-alive socket that the node resets is replaced once, unnoticed', async () => {
  const { chain, sockets, requests } = await nodeThat((_, response, nth) => {
    if (nth === 2) response.socket?.resetAndDestroy()
    else answer(response, result([someHash]))
  })
  await chain.mempoolTxids()
  expect(await chain.mempoolTxids()).toEqual([someHash])
  expect(requests()).toBe(3)
  expect(sockets.size).toBe(2)
})

test('a stalled node is left after the time-out, and the socket with it', async () => {
  const { chain, sockets } = await nodeThat(() => undefined, { timeoutMs: 100 })
  await expect(chain.send(raw, 1000n)).rejects.toMatchObject({
    kind: 'unknown',
    reason: 'no answer within 100 ms',
  })
  const [socket] = sockets
  if (socket && !socket.closed) await once(socket, 'close')
  expect(socket?.destroyed).toBe(true)
})

test('an answer that trickles past the time-out counts as a stall', async () => {
  const { chain } = await nodeThat(
    (_, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
    { timeoutMs: 150 },
  )
  await expect(chain.info()).rejects.toMatchObject({ kind: 'unknown' })
})

test('no more than four requests are under way at once', async () => {
  const held: http.ServerResponse[] = []
  let most = 0
  const { chain } = await nodeThat((_, response) => {
    most = Math.max(most, held.push(response))
    if (held.length !== 4) return
    // Until a fifth would have come too.
    setTimeout(() => {
      for (const one of held.splice(0)) answer(one, result([]))
    }, 50)
  })
  await Promise.all(Array.from({ length: 12 }, () => chain.mempoolTxids()))
  expect(most).toBe(4)
})

test.each([
  [-25, 'bad-txns-inputs-missingorspent', 'bad-txns-inputs-missingorspent'],
  [-26, 'min relay fee not met, 50 < 110', 'min relay fee not met'],
])('RPC %i "%s" is a refusal named by its first token', async (code, message, reason) => {
  const { chain } = await nodeThat((_, response) => answer(response, failure(code, message), 500))
  await expect(chain.send(raw, 1000n)).rejects.toMatchObject({ kind: 'refused', reason })
})

test('a pruned block and an unknown one are different errors', async () => {
  const { chain } = await nodeThat((_, response, nth) =>
    nth === 1
      ? answer(response, failure(-1, 'Block not available (pruned data)'), 500)
      : answer(response, failure(-5, 'Block not found'), 404),
  )
  await expect(chain.rawBlock(someHash)).rejects.toMatchObject({ kind: 'pruned' })
  await expect(chain.rawBlock(someHash)).rejects.toMatchObject({ kind: 'missing' })
})

test.each([
  ['of JSON-RPC 1', '{"result":"00ff","error":null,"id":0}'],
  ['of JSON-RPC 2', '{"jsonrpc":"2.0","result":"00ff","id":0}'],
  ['in another order', '{"error":null,"id":0,"result":"00ff"}'],
  ['with spaces', '{ "result" : "00ff", "error" : null, "id" : 0 }'],
])('the bytes of a block are read out of an answer %s', async (_, body) => {
  const { chain } = await nodeThat((_request, response) => response.end(body))
  expect(Buffer.from(await chain.rawBlock(someHash)).toString('hex')).toBe('00ff')
})

test.each([
  ['half a byte', '{"result":"00f","error":null,"id":0}'],
  ['what is no hex', '{"result":"00\\"ff","error":null,"id":0}'],
  ['no end', '{"result":"00ff'],
  ['nothing after it', '{"result":"00ff"'],
  ['something else', '{"result":{"hex":"00ff"},"error":null,"id":0}'],
  ['an error as well', '{"result":"00ff","error":{"code":-28,"message":"Loading"},"id":0}'],
])('a block of %s is an unknown outcome', async (_, body) => {
  const { chain } = await nodeThat((_request, response) => response.end(body))
  await expect(chain.rawBlock(someHash)).rejects.toMatchObject({ kind: 'unknown' })
})

test('a node that cannot estimate fees gives none', async () => {
  const { chain } = await nodeThat((_, response, nth) =>
    nth === 1
      ? answer(response, failure(-32603, 'Fee estimation disabled'), 500)
      : answer(response, result({ errors: ['Insufficient data or no feerate found'], blocks: 3 })),
  )
  expect(await chain.estimatedFeeRate(3)).toBeNull()
  expect(await chain.estimatedFeeRate(3)).toBeNull()
})
