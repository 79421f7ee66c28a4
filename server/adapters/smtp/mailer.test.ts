import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeliveryError } from '#server/ports.ts'
import { testSmtp } from '#server/testing/smtp.ts'
import { smtpMailer } from './mailer.ts'

let smtp: Awaited<ReturnType<typeof testSmtp>>
beforeAll(async () => {
  smtp = await testSmtp()
})
afterAll(() => smtp.stop())

const from = 'Quincena <nominas@quincena.example>'
const mail = (to: string, changes = {}) => ({
  id: 'b7c1',
  to,
  subject: 'Nómina pagada',
  text: 'Seis personas',
  html: '<p>Seis personas</p>',
  ...changes,
})
const send = (to: string, changes = {}) =>
  smtpMailer({ url: smtp.url, from }).send(mail(to, changes))

async function refusalOf(sending: Promise<void>): Promise<DeliveryError> {
  const error = await sending.then(
    () => null,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(DeliveryError)
  return error as DeliveryError
}

test('a mail arrives as text and HTML, its Message-ID made of its own id', async () => {
  await send('ana@izalco.sv')
  const [taken] = smtp.mails.filter(({ to }) => to.includes('ana@izalco.sv'))
  expect(taken).toMatchObject({ to: ['ana@izalco.sv'], messageId: '<b7c1@quincena.example>' })
  expect(taken?.source).toMatch(/^From: Quincena <nominas@quincena.example>/m)
  expect(taken?.source).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(taken?.source).toMatch(/Content-Type: text\/plain/)
  expect(taken?.source).toMatch(/Content-Type: text\/html/)
})

test('nobody adds a recipient or a header by what a name or an address holds', async () => {
  await send('eva@izalco.sv', { subject: 'Hola\r\nBcc: thief@example.com' })
  const [taken] = smtp.mails.filter(({ to }) => to.includes('eva@izalco.sv'))
  expect(taken?.source).not.toMatch(/^Bcc:/im)
  await refusalOf(send('eva@izalco.sv, thief@example.com'))
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('thief@example.com')
})

test.each([
  [450, 'recipient', false],
  [550, 'recipient', true],
  [451, 'data', false],
  [554, 'data', true],
] as const)('a server that says %s to the %s: for good is %s', async (refuse, at, permanent) => {
  smtp.plays('luis@izalco.sv', { refuse, at })
  const { permanent: forGood, message } = await refusalOf(send('luis@izalco.sv'))
  // The server's own words name the recipient.
  expect([forGood, message]).toEqual([permanent, `SMTP ${refuse}`])
})

test('a connection that breaks after the last line is not known to have failed', async () => {
  smtp.plays('rosa@izalco.sv', 'drop')
  expect((await refusalOf(send('rosa@izalco.sv'))).permanent).toBe(false)
  await send('rosa@izalco.sv')
  const ids = smtp.mails.filter(({ to }) => to.includes('rosa@izalco.sv'))
  expect(ids.map(({ messageId }) => messageId)).toEqual(Array(2).fill('<b7c1@quincena.example>'))
})

test('a server that is away, or never says a word, is asked again', async () => {
  const mute = createServer()
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const sockets: { destroy(): void }[] = []
  mute.on('connection', (socket) => sockets.push(socket))
  const url = `smtp://127.0.0.1:${port}`
  const silent = await refusalOf(smtpMailer({ url, from, timeoutMs: 100 }).send(mail('a@b.sv')))
  expect([silent.permanent, silent.message]).toEqual([false, 'SMTP ETIMEDOUT'])
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => mute.close(resolve))
  const away = await refusalOf(smtpMailer({ url, from }).send(mail('a@b.sv')))
  expect(away.permanent).toBe(false)
})
