import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertCompany, updateUser } from '#server/authorization/account-rows.ts'
import { connect } from '#server/platform/db/database.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { testSite } from '#server/testing/engine.ts'
import { keySteps, makeKey, type Person, toListedKey } from '#server/testing/key-steps.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { followCompany } from './follow-changes.ts'
import { requestRuleEnding } from './rule-endings.ts'

/** Lists of keys at a company without any: a thief of the api, with its MAC key, writes them as well. */

const database = await testDatabase()
const pools = [database.appUrl, database.signerUrl, database.ownerUrl].map((url) =>
  connect(url, { onError: () => undefined }),
)
const [db, signerDb, owner] = pools as [(typeof pools)[0], (typeof pools)[0], (typeof pools)[0]]
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()))
  await database.drop()
})

const memoryKey = createSecretKey(randomBytes(32))
const alarms: string[] = []
const log = pino({ level: 'error' }, { write: (line) => alarms.push(JSON.parse(line).msg) })
const tiers = [{ fromUsdCents: '50000', approvals: 1 }]
const alarmOf = (code: string) => [`the signer does not take a change over: ${code}`]

let companyId: string
let steps: ReturnType<typeof keySteps>
let ana: Person
let luis: Person
let reported: Set<string>

const follow = (at = new Date()) =>
  followCompany(
    { db: signerDb, memoryKey, macKey: testMacKey, site: testSite, log, reported },
    companyId,
    at,
  )
const until = async <T>(what: string, look: () => Promise<T | null | undefined | false>) => {
  await follow()
  const found = await look()
  if (!found) throw new Error(`${what} did not happen`)
  return found
}

beforeEach(async () => {
  alarms.length = 0
  reported = new Set()
  companyId = randomUUID()
  await db.transaction().execute((trx) =>
    insertCompany(trx, testMacKey, {
      id: companyId,
      name: 'Café Izalco',
      sector: 'Agroindustria',
    }),
  )
  steps = keySteps({ db, owner, macKey: testMacKey, until }, companyId)
  ana = await steps.person('ADMIN')
  luis = await steps.person('APPROVER')
})

const both = () => [
  { person: ana, role: 'ADMIN' as const },
  { person: luis, role: 'APPROVER' as const },
]
const signs = (subject: Awaited<ReturnType<typeof steps.list>>, person: Person) =>
  db.transaction().execute((trx) => steps.sign(trx, subject, person))
const believesKeys = async () => (await steps.readAuthority())?.strongOnly ?? false

test('a row that makes a thief the only approver → it counts for nothing', async () => {
  const thief = await steps.person('ADMIN')
  await steps.keepKey(thief)
  const list = await steps.list([{ person: thief, role: 'ADMIN' }], tiers)
  await signs(list, thief)
  await follow()
  expect(await steps.readAuthority()).toBeNull()
  expect(alarms).toEqual(alarmOf('LIST_NOT_OF_COMPANY'))
})

test('a list without a key of somebody → it counts for nothing', async () => {
  await steps.keepKey(ana)
  await steps.keepKey(luis)
  const spare = await makeKey(luis.userId)
  await steps.keepKey(spare)
  const list = await steps.list(both(), tiers)
  await signs(list, ana)
  await signs(list, luis)
  await follow()
  expect(await steps.readAuthority()).toBeNull()
  expect(alarms).toEqual(alarmOf('LIST_NOT_OF_COMPANY'))
})

test('a thief in a list with everybody → keys count once all have signed, not he alone', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const thief = await steps.person('ADMIN')
  await steps.keepKey(thief)
  const list = await steps.list([...both(), { person: thief, role: 'ADMIN' }], tiers)
  await signs(list, thief)
  await follow()
  await follow(new Date(Date.now() + 73 * 3_600_000))
  expect(await steps.readAuthority()).toMatchObject({ strongOnly: false, keys: [], listed: null })
})

test('keys and people whose rows the program did not write → the others are listed', async () => {
  await steps.keepKey(ana)
  await steps.keepKey(luis)
  const bogus = await makeKey(luis.userId)
  const payload = {
    tiers,
    strongOnly: true,
    members: both().map(({ person, role }) => ({
      userId: person.userId,
      role,
      countsFrom: new Date(0).toISOString(),
    })),
    keys: [ana, luis, bogus].map(toListedKey),
  }
  const list = await steps.change('RULES', payload, ana.userId)
  for (const one of [ana, luis]) await signs(list, one)
  await follow()
  expect(await believesKeys()).toBe(true)
  const known = await steps.readAuthority()
  expect(known?.keys.map(({ credentialId }) => credentialId).toSorted()).toEqual(
    [ana.key.id, luis.key.id].toSorted(),
  )
})

test('approvals that the change itself asks for are missing → it counts for nothing', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers, { required: 1 })
  await signs(list, ana)
  await follow()
  expect(await steps.readAuthority()).toBeNull()
  expect(alarms).toEqual(alarmOf('LIST_NOT_APPROVED'))
  await signs(list, luis)
  await follow()
  expect(await believesKeys()).toBe(true)
})

test('another payload under the hash of a change → it is not authentic', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers)
  const thief = await makeKey(ana.userId)
  const payload = JSON.stringify({
    tiers: [],
    strongOnly: true,
    members: [],
    keys: [toListedKey(thief)],
  })
  await owner.updateTable('change_orders').set({ payload }).where('id', '=', list.id).execute()
  await follow()
  expect(await steps.readAuthority()).toBeNull()
  expect(alarms).toEqual(alarmOf('CHANGE_NOT_AUTHENTIC'))
})

test('one of two has signed → MACs are believed on, until the other has', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers)
  await signs(list, ana)
  await follow()
  expect(await believesKeys()).toBe(false)
  await signs(list, luis)
  await follow()
  expect(await believesKeys()).toBe(true)
})

test('somebody who leaves before signing is not waited for', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), [])
  await signs(list, ana)
  await follow()
  await db
    .transaction()
    .execute((trx) =>
      updateUser(trx, testMacKey, { companyId, userId: luis.userId }, { removed_at: new Date() }),
    )
  await steps.change('ROLE', { userId: luis.userId, name: 'Luis', role: null }, ana.userId)
  await follow()
  expect(await believesKeys()).toBe(true)
})

test('the rule is switched off before all have signed → the list is over', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers)
  await follow()
  await steps.change('RULES', { tiers: [], strongOnly: false }, ana.userId)
  await follow()
  for (const one of [ana, luis]) await signs(list, one)
  await follow()
  expect(await steps.readAuthority()).toMatchObject({ strongOnly: false, keys: [], listed: null })
})

test('rules end 24 hours after the word of the seed, and no older list begins again', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers)
  for (const one of [ana, luis]) await signs(list, one)
  await follow()
  expect(await believesKeys()).toBe(true)
  const endsAt = await requestRuleEnding(signerDb, memoryKey, companyId)
  await follow(new Date(endsAt.getTime() - 1))
  expect(await believesKeys()).toBe(true)
  await follow(endsAt)
  await follow(endsAt)
  expect(await steps.readAuthority()).toMatchObject({
    strongOnly: false,
    tiers: [],
    members: [],
    keys: [],
    listed: null,
  })
})

test('an ending that the seed did not make, and one of another company → nothing', async () => {
  for (const one of [ana, luis]) await steps.keepKey(one)
  const list = await steps.list(both(), tiers)
  for (const one of [ana, luis]) await signs(list, one)
  await follow()
  const thiefs = createSecretKey(randomBytes(32))
  const endsAt = await requestRuleEnding(signerDb, thiefs, companyId)
  await expect(db.selectFrom('rule_endings').selectAll().execute()).rejects.toThrow(
    'permission denied',
  )
  await follow(endsAt)
  expect(await believesKeys()).toBe(true)
})
