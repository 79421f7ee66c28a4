import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { failure } from '#contract/http.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
await t.app.listen({ host: '127.0.0.1', port: 0 })
const port = (t.app.server.address() as AddressInfo).port

/** Sends bytes that no client library would, and reads until the connection ends. */
async function answerTo(head: string) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  const [top = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { top: top.toLowerCase(), body: failure.parse(JSON.parse(body)) }
}

test.each([
  ['of an unknown method', 'FOO /api/v1/employees HTTP/1.1', 400, 'BAD_REQUEST'],
  ['whose search is not encoded', 'GET /api/v1/employees?q=José HTTP/1.1', 400, 'BAD_REQUEST'],
  [
    'of no certain length',
    'POST /api/v1/auth/sign-in HTTP/1.1\r\nContent-Length: x',
    400,
    'BAD_REQUEST',
  ],
  [
    'with a head of 20 KB',
    `GET /api/v1/employees?search=${'x'.repeat(20_000)} HTTP/1.1`,
    431,
    'PAYLOAD_TOO_LARGE',
  ],
])(
  'a request %s is refused in the envelope, although no route ever saw it',
  async (_what, head, status, code) => {
    const { top, body } = await answerTo(head)
    expect(top).toContain(`http/1.1 ${status} `)
    expect(top).toContain('content-type: application/json; charset=utf-8')
    expect(top).toContain('cache-control: no-store')
    expect(body).toMatchObject({ success: false, code, data: null })
    expect(body.message).not.toBe('')
  },
)
