import { expect, test, vi } from 'vitest'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { testInstallation } from '#server/testing/installation.ts'
import { testSmtp } from '#server/testing/smtp.ts'
import { queueMessage } from './index.ts'

const patience = { timeout: 120_000 }

test('killed after a mail was taken → it is sent once more, with one Message-ID', async () => {
  const smtp = await testSmtp()
  const installation = await testInstallation({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'nominas@quincena.example',
  })
  const { owner: db } = installation
  const macKey = await readMacKey(
    installation.settingsOf('worker', 'worker').MAC_KEY_FILE ?? '',
    'regtest',
  )
  const start = (failpoint: Failpoint | '' = '') =>
    installation.start('worker', 'worker', { FAILPOINT: failpoint })

  const { id: companyId } = await db
    .insertInto('companies')
    .values({ name: 'Café Izalco', sector: 'Agroindustria' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const armed = await start('mail-accepted-unmarked')
  const id = await db.transaction().execute((trx) =>
    queueMessage(
      trx,
      { macKey, config: { publicUrl: 'http://127.0.0.1:3000' } },
      {
        companyId,
        userId: null,
        to: 'ana@izalco.sv',
        via: 'EMAIL',
        language: 'es',
        template: 'passwordReset',
        params: { url: 'https://quincena.example/reset-password?token=k4Zt' },
      },
    ),
  )
  await vi.waitFor(() => expect(armed.hasEnded()).toBe(true), patience)
  const stateOf = async () =>
    (await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state
  expect([await stateOf(), smtp.mails.length]).toEqual(['queued', 1])

  await start()
  await vi.waitFor(async () => expect(await stateOf()).toBe('sent'), patience)
  await installation.endAll()
  expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(
    Array(2).fill(`<${id}@quincena.example>`),
  )

  await installation.stop()
  await smtp.stop()
})
