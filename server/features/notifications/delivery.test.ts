import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smtpMailer } from '#server/adapters/smtp/mailer.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import { Listener } from '#server/platform/db/notify.ts'
import type { TextMessages } from '#server/ports.ts'
import { messagesTo, testMacKey } from '#server/testing/codes.ts'
import { longTest } from '#server/testing/long-test.ts'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { testSmtp } from '#server/testing/smtp.ts'
import { type DeliveryDeps, deliver, deliverMessages, queueMessage } from './index.ts'

const from = 'Quincena <nominas@quincena.example>'
const url = 'https://quincena.example/reset-password?token=k4Zt'

let database: TestDatabase
let smtp: Awaited<ReturnType<typeof testSmtp>>
let db: Db
let owner: Db
let companyId: string
let logged: string[]
let stopping: AbortController
let duty: Promise<void> | null
let listener: Listener

beforeEach(async () => {
  database = await testDatabase()
  smtp = await testSmtp()
  const onError = (cause: Error) => expect.fail(cause.message)
  db = connect(database.workerUrl, { onError })
  owner = connect(database.ownerUrl, { onError })
  const made = await db
    .insertInto('companies')
    .values({ name: 'Café Izalco', sector: 'Agroindustria' })
    .returning('id')
    .executeTakeFirstOrThrow()
  companyId = made.id
  logged = []
  stopping = new AbortController()
  duty = null
  listener = new Listener(database.appUrl, parts().log)
  await listener.open()
})
afterEach(async () => {
  stopping.abort()
  await duty
  await Promise.all([listener.close(), smtp.stop()])
  await Promise.all([db.destroy(), owner.destroy()])
  await database.drop()
})

const config = { publicUrl: 'https://quincena.example' }

const texts: { to: string; text: string }[] = []
const textMessages: TextMessages = { send: async (message) => void texts.push(message) }

const parts = (changes: Partial<DeliveryDeps> = {}): DeliveryDeps => ({
  db,
  mailer: smtpMailer({ url: smtp.url, from }),
  textMessages,
  sandbox: false,
  macKey: testMacKey,
  log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
  ...changes,
})

function start(changes: Partial<DeliveryDeps> = {}): void {
  duty = deliverMessages(
    {
      ...parts(changes),
      directUrl: database.appUrl,
      listener,
      config,
    },
    stopping.signal,
  )
}

const about = { userId: null, language: 'es' } as const
const queueReset = (to: string) =>
  db.transaction().execute((trx) =>
    queueMessage(
      trx,
      { ...parts(), config },
      {
        ...about,
        companyId,
        to,
        via: 'EMAIL',
        template: 'passwordReset',
        params: { url },
      },
    ),
  )
const queueCode = (to: string, via: 'EMAIL' | 'SMS' = 'EMAIL') =>
  db.transaction().execute((trx) =>
    queueMessage(
      trx,
      { ...parts(), config },
      {
        ...about,
        companyId,
        to,
        via,
        template: 'signInCode',
        params: { code: '407182' },
      },
    ),
  )

/** The default of one second is too short while other tests run. */
const patience = { timeout: 120_000 }

const rowOf = (id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const becomes = (id: string, state: string) =>
  vi.waitFor(async () => expect((await rowOf(id)).state).toBe(state), patience)
const jobs = async () =>
  Number(
    (
      await owner
        .withTables<{ 'graphile_worker.jobs': { key: string } }>()
        .selectFrom('graphile_worker.jobs')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

test('what is queued before the worker starts, and after, is delivered once', async () => {
  const before = await queueReset('ana@izalco.sv')
  start()
  await becomes(before, 'sent')
  const after = await queueReset('eva@izalco.sv')
  await becomes(after, 'sent')
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ana@izalco.sv'], ['eva@izalco.sv']])
  expect(smtp.mails[0]?.messageId).toBe(`<${before}@quincena.example>`)
  await vi.waitFor(async () => expect(await jobs()).toBe(0), patience)
})

test('a code or link is wiped once it was delivered, and no log line has it', async () => {
  start()
  const link = await queueReset('ana@izalco.sv')
  const code = await queueCode('+50378120946', 'SMS')
  await becomes(link, 'sent')
  await becomes(code, 'sent')
  expect(texts.splice(0)).toMatchObject([{ to: '+50378120946', text: /^407182 / }])
  for (const id of [link, code]) {
    expect(await rowOf(id)).toMatchObject({ subject: '', body: '', html: null, sealed: null })
  }
  expect(logged.join('')).not.toMatch(/407182|k4Zt|izalco\.sv|50378120946/)
})

longTest('a server that says not now is asked again, and takes it', async () => {
  smtp.plays('ana@izalco.sv', { refuse: 451, at: 'data' })
  start()
  await becomes(await queueReset('ana@izalco.sv'), 'sent')
  expect(smtp.tries).toHaveLength(2)
  expect(smtp.mails).toHaveLength(1)
})

longTest(
  'a connection lost after the mail was handed over → sent twice at most, one id',
  async () => {
    smtp.plays('ana@izalco.sv', 'drop')
    start()
    await becomes(await queueReset('ana@izalco.sv'), 'sent')
    expect(smtp.mails).toHaveLength(2)
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1)
  },
)

test('a server that says never ends it, with the reason and without another try', async () => {
  smtp.plays('nobody@izalco.sv', { refuse: 550, at: 'recipient' })
  start()
  const id = await queueReset('nobody@izalco.sv')
  await becomes(id, 'failed')
  expect(await rowOf(id)).toMatchObject({ failure: 'SMTP 550', sealed: null })
  await vi.waitFor(async () => expect(await jobs()).toBe(0), patience)
  expect(smtp.tries).toHaveLength(1)
})

test('a slow server delays its own mail and nobody else’s text message', async () => {
  const release = smtp.hold()
  start()
  const mail = await queueReset('ana@izalco.sv')
  await vi.waitFor(() => expect(smtp.tries).toHaveLength(1), patience)
  await becomes(await queueCode('+50378120946', 'SMS'), 'sent')
  expect((await rowOf(mail)).state).toBe('queued')
  release()
  await becomes(mail, 'sent')
  expect(smtp.mails).toHaveLength(1)
})

test('after the last try it has failed and is not forgotten', async () => {
  smtp.plays('ana@izalco.sv', ...Array(2).fill({ refuse: 451, at: 'data' }))
  const id = await queueReset('ana@izalco.sv')
  await expect(deliver(parts(), id, false)).rejects.toThrow('SMTP 451')
  expect((await rowOf(id)).state).toBe('queued')
  await deliver(parts(), id, true)
  expect(await rowOf(id)).toMatchObject({ state: 'failed', failure: 'SMTP 451' })
})

test('a code that waited until it was of no use is not sent any more', async () => {
  const [mail, text] = [await queueCode('ana@izalco.sv'), await queueCode('+50378120946', 'SMS')]
  await owner.updateTable('messages').set({ expires_at: new Date() }).execute()
  await deliver(parts(), mail, false)
  expect(await rowOf(mail)).toMatchObject({ state: 'expired', sealed: null })
  start()
  await becomes(text, 'expired')
  expect(smtp.tries).toEqual([])
})

test('a message whose job was lost is delivered all the same', async () => {
  const id = await queueReset('ana@izalco.sv')
  await owner
    .withTables<{ 'graphile_worker._private_jobs': { id: string } }>()
    .deleteFrom('graphile_worker._private_jobs')
    .execute()
  start()
  await becomes(id, 'sent')
})

test('what a dead worker held is delivered as soon as another one takes over', async () => {
  const id = await queueReset('ana@izalco.sv')
  await owner
    .withTables<{ 'graphile_worker._private_jobs': { locked_at: Date; locked_by: string } }>()
    .updateTable('graphile_worker._private_jobs')
    .set({ locked_at: new Date(), locked_by: 'a dead one' })
    .execute()
  start()
  await becomes(id, 'sent')
})

test('the sandbox shows what nobody carries, and keeps its codes to be read', async () => {
  start({ sandbox: true, mailer: null, textMessages: null })
  const id = await queueCode('ana@izalco.sv')
  await becomes(id, 'shown')
  expect((await messagesTo(db)).at(-1)).toMatchObject({
    id,
    text: expect.stringContaining('407182'),
  })
})

test('with real money and no mail server a mail has failed, and says why', async () => {
  start({ mailer: null })
  const id = await queueCode('ana@izalco.sv')
  await becomes(id, 'failed')
  expect(await rowOf(id)).toMatchObject({ failure: 'EMAIL is not configured', sealed: null })
})
