import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { system } from '#contract/system.ts'
import { texts } from '#contract/texts/index.ts'
import { aCompany, aPrice, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const said = texts.es.system

async function look() {
  const company = await aCompany(t)
  const { checks } = expectAccepted(system, await company.call('GET', '/system'))
  return Object.fromEntries(checks.map(({ name, state, message }) => [name, { state, message }]))
}

test('a new installation → node and price are starting, all else is well', async () => {
  expect(await look()).toMatchObject({
    database: { state: 'ok', message: said.database },
    migrations: { state: 'ok', message: said.migrations.ok },
    node: { state: 'warn', message: said.node.starting },
    price: { state: 'warn', message: said.price.starting },
    money: { state: 'ok', message: said.money.ok },
    signer: { state: 'bad', message: said.signer.away },
    mail: { state: 'ok', message: said.mail.sandbox },
    backup: { state: 'ok', message: said.backup.sandbox },
  })
})

test('there is a price → it is current, and the signer’s hold names the block', async () => {
  await aPrice(t, 9_100_000n)
  const signer = new pg.Client({ connectionString: t.signerUrl })
  await signer.connect()
  onTestFinished(() => signer.end())
  expect((await look()).signer).toEqual({ state: 'ok', message: said.signer.ok })
  await t.owner
    .insertInto('signer_status')
    .values({ held: JSON.stringify({ code: 'RESTORED', untilHeight: 871 }) })
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({
        held: JSON.stringify({ code: 'RESTORED', untilHeight: 871 }),
      }),
    )
    .execute()
  expect(await look()).toMatchObject({
    price: { state: 'ok', message: said.price.ok },
    signer: { state: 'bad', message: said.signer.RESTORED.replace('{{height}}', '871') },
  })
})

test('a proven backup → how old it is and when it was proven; an old one → a warning', async () => {
  const now = t.now().getTime()
  const at = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000)
  const row = { name: 'quincena-1.age', at: at(6.5), bytes: 1n, proven_at: at(6) }
  await t.owner.insertInto('backups').values(row).execute()
  expect((await look()).backup).toEqual({
    state: 'ok',
    message: expect.stringMatching(/^Último respaldo: hace 6 h, probado el \d+ \w+\.$/),
  })
  await t.owner
    .updateTable('backups')
    .set({ at: at(72) })
    .execute()
  expect((await look()).backup).toEqual({
    state: 'warn',
    message: said.backup.old.replace('{{ago}}', 'hace 3 d'),
  })
})

test('a migration has not run → its number, and the command that runs it', async () => {
  const gone = await t.owner.deleteFrom('migrations').returningAll().execute()
  const { migrations } = await look()
  await t.owner.insertInto('migrations').values(gone).execute()
  expect(migrations).toEqual({
    state: 'bad',
    message: said.migrations.pending.replace('{{count}}', String(gone.length)),
  })
})

test('the answer names no folder, no host and no user of the database', async () => {
  const company = await aCompany(t)
  const { checks } = expectAccepted(system, await company.call('GET', '/system'))
  expect(JSON.stringify(checks)).not.toMatch(/\/tmp|\/var|postgres|quincena_|localhost|127\.0/)
})
