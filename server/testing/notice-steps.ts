import { expect } from 'vitest'
import { freezeState } from '#contract/freezes.ts'
import type { Language } from '#contract/languages.ts'
import { insertUser } from '#server/authorization/account-rows.ts'
import { type NotifyDeps, notifyPayData } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TestApp } from './app.ts'
import { messagesTo, testMacKey } from './codes.ts'
import { expectAccepted, type TestCompany } from './factories.ts'

/** Another administrator of the company, who reads `language`; answers the e-mail. */
export async function anotherAdministrator(
  db: Db,
  { companyId, form }: TestCompany,
  language: Language,
): Promise<string> {
  const email = `${language}-${form.email}`
  await db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, testMacKey, {
      company_id: companyId,
      first_name: 'Julián',
      last_name: 'Henríquez',
      email,
      password_hash: 'none',
      role: 'ADMIN',
      role_since: new Date(),
    })
    await trx.updateTable('users').set({ language }).where('id', '=', user.id).execute()
  })
  return email
}

/** Sends the notices of addresses and salaries that changed in the last minute. */
export const notifyPending = ({ worker, ...t }: NotifyDeps & Pick<TestApp, 'worker'>) =>
  notifyPayData(worker, { ...t, now: new Date(Date.now() + 60_000) })

/** The mails of a template to somebody. */
export const mailsOf = async (db: Db, recipient: string, template: string) =>
  (await messagesTo(db, recipient)).filter((one) => one.template === template)

/** The tokens of freeze links in a text. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(/\/congelar#t=(\S+)/g)].map(([, token]) => token ?? '')

/** Expects one link in a mail, and that it opens the company's freeze page. */
export async function expectLink(t: Pick<TestApp, 'call'>, text = ''): Promise<void> {
  const links = linksIn(text)
  expect(links).toHaveLength(1)
  expectAccepted(freezeState, await t.call('GET', `/freezes/${links[0]}`))
}
