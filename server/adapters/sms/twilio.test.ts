import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeliveryError } from '#server/ports.ts'
import { fetchTwilioStatus, twilioTextMessages } from './twilio.ts'

type Received = { path: string; authorization: string; form: URLSearchParams }

const received: Received[] = []
let answer: { status: number; body: object | string } = { status: 201, body: {} }
// A server that answers as https://www.twilio.com/docs/messaging/api/message-resource describes.
const server = createServer(async (request, response) => {
  if (request.url?.startsWith('/silent')) return
  const form = new URLSearchParams(await text(request))
  received.push({
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    form,
  })
  response.writeHead(answer.status, { 'content-type': 'application/json', location: '/elsewhere' })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
})
let apiUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
})

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret' }
const { accountSid } = account
const send = (url = apiUrl, timeoutMs = 15_000) =>
  twilioTextMessages({ ...account, from: '+15005550006', apiUrl: url, timeoutMs }).send({
    to: '+50378120946',
    text: '407182 es tu código',
  })

const fault = (status: number, code: number) => ({
  status,
  body: {
    code,
    message: "The 'To' number +50378120946 is not a valid phone number.",
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
})

test('a text message is asked for under the account, to and from, and taken', async () => {
  answer = { status: 201, body: { sid: `SM${'1'.repeat(32)}`, status: 'queued' } }
  await send()
  const [one] = received.splice(0)
  expect(one?.path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages.json`)
  expect(one?.authorization).toBe(`Basic ${btoa(`${accountSid}:secret`)}`)
  expect(Object.fromEntries(one?.form ?? [])).toEqual({
    To: '+50378120946',
    From: '+15005550006',
    Body: '407182 es tu código',
  })
})

test.each([
  ['no such number', fault(400, 21211), true, 'Twilio 400, error 21211'],
  ['a wrong token', fault(401, 20003), false, 'Twilio 401, error 20003'],
  ['too many at once', fault(429, 20429), false, 'Twilio 429, error 20429'],
  ['a fault of theirs', fault(500, 20500), false, 'Twilio 500, error 20500'],
  ['a page of somebody in between', { status: 502, body: '<html>' }, false, 'Twilio 502'],
  ['a redirect', { status: 307, body: {} }, false, 'Twilio 307'],
])(
  '%s: refused for good or asked again, without the number in the reason',
  async (_, said, permanent, reason) => {
    answer = said
    const error = await send().catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(DeliveryError)
    expect(error).toMatchObject({ permanent, message: reason })
    // Trying again is the outbox's business, with longer delays.
    expect(received.splice(0)).toHaveLength(1)
  },
)

test('nobody there: asked again', async () => {
  // The port of discarded messages: nobody listens there.
  const error = await send('http://127.0.0.1:9').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ permanent: false, message: 'Twilio does not answer' })
})

test('no answer in time: asked again', async () => {
  const error = await send(`${apiUrl}/silent`, 100).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ permanent: false, message: 'Twilio does not answer' })
})

test('taken, with an answer that nobody can read: not asked again', async () => {
  answer = { status: 201, body: '<html>' }
  await send()
  expect(received.splice(0)).toHaveLength(1)
})

test('the doctor learns the status of the account', async () => {
  answer = { status: 200, body: { sid: accountSid, status: 'suspended' } }
  expect(await fetchTwilioStatus({ ...account, apiUrl })).toBe('suspended')
  const [one] = received.splice(0)
  expect(one?.path).toBe(`/2010-04-01/Accounts/${accountSid}.json`)
  expect(one?.authorization).toBe(`Basic ${btoa(`${accountSid}:secret`)}`)
})

test('a wrong token: the doctor says why', async () => {
  answer = fault(401, 20003)
  const error = await fetchTwilioStatus({ ...account, apiUrl }).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ message: 'Twilio 401, error 20003' })
})
