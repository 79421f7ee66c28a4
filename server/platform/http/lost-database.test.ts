import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { texts } from '#contract/texts/index.ts'
import { OnStandby, outage } from '../db/database-away.ts'
import { noteBegunRequests } from './begun-requests.ts'
import { type App, sendError } from './http.ts'

const app = Fastify() as unknown as App
app.setErrorHandler(sendError)
noteBegunRequests(app)
const lose = async () => {
  throw new OnStandby('the server is a standby')
}
const isBusy = async () => {
  throw new Error('timeout exceeded when trying to connect')
}
app.get('/read', lose)
app.post('/session', { preValidation: lose }, async () => null)
app.post('/write', lose)
app.post('/pay', { config: { movesMoney: true } }, lose)
app.get('/busy', isBusy)
afterAll(() => app.close())

async function ask(method: 'GET' | 'POST', url: string, language = 'es') {
  const { statusCode, headers, json } = await app.inject({
    method,
    url,
    headers: { 'accept-language': language },
  })
  return { status: statusCode, retryAfter: headers['retry-after'], ...json() }
}

const { nothing, money } = texts.es.databaseAway
const unknown = texts.es.errors.DATABASE_UNAVAILABLE

test.each([
  ['a read', 'GET', '/read', nothing],
  ['a write before its work began', 'POST', '/session', nothing],
  ['a write', 'POST', '/write', unknown],
  ['a payment', 'POST', '/pay', money],
] as const)(
  '%s loses the database → 503 says what became of it',
  async (_, method, url, message) => {
    expect(await ask(method, url)).toEqual({
      status: 503,
      retryAfter: '2',
      success: false,
      data: null,
      code: 'DATABASE_UNAVAILABLE',
      message,
    })
  },
)

test('the database is away → who waits for a connection in vain is told so, not BUSY', async () => {
  expect(await ask('GET', '/busy')).toMatchObject({ status: 503, code: 'BUSY' })
  outage.isUnsaid()
  expect(await ask('GET', '/busy', 'en')).toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: texts.en.databaseAway.nothing,
  })
  outage.over({ warn: () => undefined })
  expect(await ask('GET', '/busy')).toMatchObject({ code: 'BUSY' })
})
