import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { connect } from '#server/platform/database.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { ServerProcess } from '#server/testing/process.ts'
import { testSmtp } from '#server/testing/smtp.ts'
import { queueMessage } from './index.ts'

const patience = { timeout: 30_000 }

test('killed when a mail was taken and not yet noted as sent, it comes once more, with one Message-ID', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-mail-'))
  const [database, node, smtp] = await Promise.all([testDatabase(), testBitcoind(), testSmtp()])
  const db = connect(database.appUrl, { onError: (cause) => expect.fail(cause.message) })
  const start = (failpoint = '') =>
    ServerProcess.start({
      ROLES: 'worker',
      DATA_DIR: folder,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      BITCOIND_RPC_URL: node.rpcUrl,
      BITCOIND_COOKIE_FILE: node.cookieFile,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'nominas@quincena.example',
      FAILPOINT: failpoint,
    })

  const { id: companyId } = await db
    .insertInto('companies')
    .values({ name: 'Café Izalco', sector: 'Agroindustria' })
    .returning('id')
    .executeTakeFirstOrThrow()
  let server = await start('mail-accepted-unmarked')
  const id = await db.transaction().execute((trx) =>
    queueMessage(trx, {
      companyId,
      userId: null,
      to: 'ana@izalco.sv',
      via: 'EMAIL',
      language: 'es',
      template: 'passwordReset',
      params: { url: 'https://quincena.example/reset-password?token=k4Zt' },
    }),
  )
  await vi.waitFor(() => expect(server.hasEnded()).toBe(true), patience)
  const stateOf = async () =>
    (await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state
  expect([await stateOf(), smtp.mails.length]).toEqual(['queued', 1])

  server = await start()
  await vi.waitFor(async () => expect(await stateOf()).toBe('sent'), patience)
  await server.end('SIGTERM')
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(
    Array(2).fill(`<${id}@quincena.example>`),
  )

  await db.destroy()
  await Promise.all([smtp.stop(), node.stop()])
  await database.drop()
  rmSync(folder, { recursive: true })
}, 120_000)
