import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertCompany } from '#server/authorization/account-rows.ts'
import { connect } from '#server/platform/db/database.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { testSite } from '#server/testing/engine.ts'
import { keySteps, makeKey, type Person, toListedKey } from '#server/testing/key-steps.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { findCountingKeys } from './authority.ts'
import { followCompany } from './follow-changes.ts'

/**
 * The signer's own 24 hours, at a company older than its first day. The program says at once that a change
 * is in force, as a thief of the api would.
 */

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
const start = Date.now()
const hours = (count: number) => new Date(start + count * 3_600_000)

let companyId: string
let steps: ReturnType<typeof keySteps>
let ana: Person
let luis: Person
let reported: Set<string>

const follow = (at: Date) =>
  followCompany(
    { db: signerDb, memoryKey, macKey: testMacKey, site: testSite, log, reported },
    companyId,
    at,
  )

/** A company's id tells when it began (RFC 9562, 5.7). */
function idOf(createdAt: Date): string {
  const time = createdAt.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

async function aCompany(createdAt: Date): Promise<void> {
  alarms.length = 0
  reported = new Set()
  companyId = idOf(createdAt)
  await db.transaction().execute((trx) =>
    insertCompany(trx, testMacKey, {
      id: companyId,
      name: 'Café Izalco',
      sector: 'Agroindustria',
      created_at: createdAt,
    }),
  )
  steps = keySteps(
    {
      db,
      owner,
      macKey: testMacKey,
      async until(what, look) {
        await follow(hours(0))
        const found = await look()
        if (!found) throw new Error(`${what} did not happen`)
        return found
      },
    },
    companyId,
  )
  ana = await steps.person('ADMIN')
  luis = await steps.person('APPROVER')
  const people = [
    { person: ana, role: 'ADMIN' as const },
    { person: luis, role: 'APPROVER' as const },
  ]
  await steps.strongOnly(people, [{ fromUsdCents: '50000', approvals: 1 }])
}

beforeEach(() => aCompany(hours(-48)))

const known = async () => {
  const one = await steps.readAuthority()
  if (!one) throw new Error('the signer knows the company')
  return one
}
const countingAt = async (at: Date) =>
  findCountingKeys(await known(), at).map(({ credentialId }) => credentialId)

type Subject = Awaited<ReturnType<typeof steps.change>>
const signedBy = async ({ person, subject }: { person: Person; subject: Subject }) => {
  await db.transaction().execute((trx) => steps.sign(trx, subject, person))
  return subject
}

const looser = { tiers: [{ fromUsdCents: '90000', approvals: 1 }], strongOnly: true }
const looserTiers = async () => (await known()).tiers[0]?.fromUsdCents === '90000'
const nameOf = { name: 'Sofía Orantes' }

const changes = {
  'looser rules': async (state: string) => ({
    subject: await steps.change('RULES', looser, ana.userId, state),
    isInForce: looserTiers,
  }),
  'a new key': async (state: string) => {
    const second = await makeKey(ana.userId)
    const payload = { ...toListedKey(second), ...nameOf, role: 'ADMIN' }
    return {
      subject: await steps.change('FACTOR', payload, ana.userId, state),
      isInForce: async (at: Date) => (await countingAt(at)).includes(second.key.id),
    }
  },
  'a role that approves': async (state: string) => {
    const userId = randomUUID()
    return {
      subject: await steps.change(
        'ROLE',
        { ...nameOf, userId, role: 'APPROVER' },
        ana.userId,
        state,
      ),
      isInForce: async () => (await known()).members.some((one) => one.userId === userId),
    }
  },
}

test.each(Object.entries(changes))(
  '%s, signed and said to be in force → 24 hours later, not before',
  async (_, make) => {
    const { subject, isInForce } = await make('done')
    await signedBy({ person: luis, subject })
    await follow(hours(0))
    expect(await isInForce(hours(0))).toBe(false)
    await follow(hours(23.99))
    expect(await isInForce(hours(23.99))).toBe(false)
    await follow(hours(24))
    expect(await isInForce(hours(24))).toBe(true)
    expect(alarms).toEqual([])
  },
)

test.each(Object.entries(changes))('%s, undone in those hours → never', async (_, make) => {
  const { subject, isInForce } = await make('waiting')
  await signedBy({ person: luis, subject })
  await follow(hours(0))
  const become = (by: typeof db, to: string) =>
    by.updateTable('change_orders').set({ state: to }).where('id', '=', subject.id).execute()
  await become(db, 'undone')
  await follow(hours(12))
  // The database's owner alone can say that it is in force after all.
  await become(owner, 'done')
  await follow(hours(48))
  expect(await isInForce(hours(48))).toBe(false)
})

test('looser rules in force that nobody signed → none, and one alarm says so', async () => {
  await steps.change('RULES', looser, ana.userId)
  for (const at of [0, 24, 72]) await follow(hours(at))
  expect(await looserTiers()).toBe(false)
  expect(alarms).toEqual(['the signer does not take a change over: CHANGE_NOT_SIGNED_BY_KEYS'])
})

test('the hours begin with the last signature that counts, not with the request', async () => {
  const subject = await steps.change('RULES', looser, ana.userId, 'open')
  await follow(hours(0))
  await follow(hours(30))
  await signedBy({ person: luis, subject })
  await follow(hours(30))
  await follow(hours(53.9))
  expect(await looserTiers()).toBe(false)
  await follow(hours(54))
  expect(await looserTiers()).toBe(true)
})

test('rules that ask for more, and a key that goes, are in force at once', async () => {
  await steps.change(
    'RULES',
    { tiers: [{ fromUsdCents: '0', approvals: 1 }], strongOnly: true },
    ana.userId,
  )
  await follow(hours(0))
  const gone = { ...toListedKey(luis), ...nameOf, role: 'APPROVER', publicKey: null }
  await steps.change('FACTOR', gone, luis.userId)
  await follow(hours(0))
  expect((await known()).tiers).toEqual([{ fromUsdCents: '0', approvals: 1 }])
  expect(await countingAt(hours(0))).toEqual([ana.key.id])
})

test('in the company’s first 24 hours signatures are enough', async () => {
  await aCompany(hours(-1))
  const subject = await steps.change('RULES', looser, ana.userId)
  await signedBy({ person: luis, subject })
  await follow(hours(0))
  expect(await looserTiers()).toBe(true)
})

test('off and on again before the hours are over → begins with the new list after them', async () => {
  const off = await steps.change('RULES', { tiers: [], strongOnly: false }, ana.userId)
  await signedBy({ person: luis, subject: off })
  const second = await makeKey(ana.userId)
  await steps.keepKey(second)
  const keys = [ana, luis, second].map(toListedKey)
  const members = [
    { userId: ana.userId, role: 'ADMIN', countsFrom: hours(-48).toISOString() },
    { userId: luis.userId, role: 'APPROVER', countsFrom: hours(-48).toISOString() },
  ]
  await steps.change('RULES', { tiers: [], strongOnly: true, members, keys }, ana.userId)
  await follow(hours(0))
  await follow(hours(23))
  expect(await countingAt(hours(23))).toHaveLength(2)
  await follow(hours(24))
  expect(await known()).toMatchObject({ strongOnly: false, keys: [], listed: { keys } })
  expect(alarms).toEqual(['the signer does not take a change over: KEYS_LISTED_AGAIN'])
})

test('a record of another MAC key → nothing of the company is followed', async () => {
  const mac = randomBytes(32)
  await owner
    .updateTable('signer.authorities')
    .set({ mac })
    .where('company_id', '=', companyId)
    .execute()
  await expect(follow(hours(0))).rejects.toThrow(companyId)
})
