import { expect, test } from 'vitest'
import { messagesTo } from '#server/testing/codes.ts'
import { aCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { type Message, queueMessage } from './index.ts'

const t = await appForFile()

const code = (changes: Partial<Message> = {}): Omit<Message, 'companyId' | 'userId'> =>
  ({
    to: 'marcela@izalco.sv',
    via: 'EMAIL',
    language: 'es',
    template: 'signInCode',
    params: { code: '407182' },
    ...changes,
  }) as Message

test('a message is queued at once, with six digits together and their lifetime', async () => {
  const { companyId, user } = await aCompany(t)
  const id = await t.db
    .transaction()
    .execute((trx) => queueMessage(trx, t, { ...code(), companyId, userId: user._id } as Message))
  const row = (await messagesTo(t.db)).find((message) => message.id === id)
  expect(row).toMatchObject({
    recipient: 'marcela@izalco.sv',
    state: 'queued',
    secret: true,
    subject: '407182 es tu código para entrar',
    text: expect.stringMatching(/^407182\n/),
    html: expect.stringContaining('>407182<'),
  })
  expect(row?.expires_at?.getTime()).toBe((row?.created_at.getTime() ?? 0) + 600_000)
})

test('what causes a message and fails sends none', async () => {
  const { companyId, user } = await aCompany(t)
  const failing = t.db.transaction().execute(async (trx) => {
    await queueMessage(trx, t, { ...code(), companyId, userId: user._id } as Message)
    throw new Error('the cause failed')
  })
  await expect(failing).rejects.toThrow('the cause failed')
  const rows = await t.db
    .selectFrom('messages')
    .select('template')
    .where('company_id', '=', companyId)
    .execute()
  // The only message left is the code of the sign-up.
  expect(rows).toEqual([{ template: 'contactCode' }])
})

test('messages speak the language of the last sign-in', async () => {
  const { form, user } = await aCompany(t)
  const spoken = async () =>
    (
      await t.db
        .selectFrom('users')
        .select('language')
        .where('id', '=', user._id)
        .executeTakeFirstOrThrow()
    ).language
  expect(await spoken()).toBe('es')
  const { email, password } = form
  const headers = { 'accept-language': 'pt-BR,en;q=0.5' }
  await t.call('POST', '/auth/sign-in', { body: { email, password }, headers })
  expect(await spoken()).toBe('pt')
})
