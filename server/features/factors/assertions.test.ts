import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/http/refusal.ts'
import { aCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { addPasskeyRow } from '#server/testing/passkeys.ts'
import { type Slip, type SoftwareKey, softwareKey } from '#server/testing/software-authenticator.ts'
import { askPasskey, assertionOptions, tryAssertion, verifyAssertion } from './assertions.ts'

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
const deps = { db: t.db, macKey: t.macKey, log: t.log, config: t.config, clock: { now: t.now } }

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error) => (error instanceof Refusal ? error.code : error),
  )

async function aPerson(key: SoftwareKey = softwareKey()) {
  const company = await aCompany(t)
  const owner = { companyId: company.companyId, userId: company.user._id }
  await addPasskeyRow(t, owner, key)
  return { owner, key }
}

async function signed({ owner, key }: Awaited<ReturnType<typeof aPerson>>, slip: Slip = {}) {
  const challenge = randomBytes(32)
  const options = await assertionOptions(deps, owner, challenge)
  if (!options) throw new Error('a person with a passkey is asked')
  return { ...owner, expectedChallenge: challenge, response: key.assert(options, slip) }
}

test('an assertion over the challenge is right and names its passkey', async () => {
  const person = await aPerson()
  const { passkeyId } = await verifyAssertion(deps, await signed(person))
  const row = await t.owner
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', person.owner.userId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id: passkeyId, counter: 1n, version: 2 })
})

test.each<[string, Slip]>([
  ['another page', { origin: 'http://localhost:3001' }],
  ['a page that looks alike', { origin: 'https://localhost.example' }],
  ['another host', { rpId: 'example.com' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['a person who was not verified', { userVerified: false }],
  ['a registration', { type: 'webauthn.create' }],
  ['a forged signature', { forged: true }],
])('an assertion of %s is refused', async (_what, slip) => {
  const person = await aPerson()
  expect(await outcome(verifyAssertion(deps, await signed(person, slip)))).toBe('WRONG_ASSERTION')
  expect(await outcome(verifyAssertion(deps, await signed(person)))).toBe('ok')
})

test('a counter that does not grow is refused, one that stays 0 is not', async () => {
  const person = await aPerson()
  expect(await outcome(verifyAssertion(deps, await signed(person, { counter: 7 })))).toBe('ok')
  expect(await outcome(verifyAssertion(deps, await signed(person, { counter: 7 })))).toBe(
    'WRONG_ASSERTION',
  )
  const synced = await aPerson(softwareKey({ synced: true }))
  for (let i = 0; i < 2; i++) {
    expect(await outcome(verifyAssertion(deps, await signed(synced)))).toBe('ok')
  }
})

test('a key of somebody else is refused, in the same words', async () => {
  const [mine, theirs] = [await aPerson(), await aPerson()]
  const { expectedChallenge, response } = await signed(theirs)
  const stolen = { ...mine.owner, expectedChallenge, response }
  expect(await outcome(verifyAssertion(deps, stolen))).toBe('WRONG_ASSERTION')
})

test.each([[{}], [{ id: 7 }], [{ id: 'a', rawId: 'a', type: 'public-key', response: {} }]])(
  'an answer without the parts of an assertion is refused: %j',
  async (response) => {
    const { owner } = await aPerson()
    const expectedChallenge = randomBytes(32)
    const said = await outcome(verifyAssertion(deps, { ...owner, expectedChallenge, response }))
    expect(said).toBe('WRONG_ASSERTION')
  },
)

const askOptions = async (person: Awaited<ReturnType<typeof aPerson>>, purpose: string) => {
  const options = await askPasskey(deps, person.owner, purpose, t.now())
  if (!options) throw new Error('a person with a passkey is asked')
  return person.key.assert(options)
}

test('a challenge is used once, for its purpose, by its user, within five minutes', async () => {
  const person = await aPerson(softwareKey({ synced: true }))
  const response = await askOptions(person, 'step-up:CANCEL')
  const use = (purpose: string, owner = person.owner) =>
    outcome(tryAssertion(deps, owner, purpose, response))
  expect(await use('step-up:FACTORS')).toBe('WRONG_ASSERTION')
  expect(await use('step-up:CANCEL', (await aPerson()).owner)).toBe('WRONG_ASSERTION')
  expect(await use('step-up:CANCEL')).toBe('ok')
  expect(await use('step-up:CANCEL')).toBe('WRONG_ASSERTION')
  const late = await askOptions(person, 'step-up:CANCEL')
  t.wait(5 * 60_000)
  expect(await outcome(tryAssertion(deps, person.owner, 'step-up:CANCEL', late))).toBe(
    'WRONG_ASSERTION',
  )
})

test('of twenty who use one assertion at once one does', async () => {
  const person = await aPerson(softwareKey({ synced: true }))
  const response = await askOptions(person, 'step-up:CANCEL')
  const said = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcome(tryAssertion(deps, person.owner, 'step-up:CANCEL', response)),
    ),
  )
  expect(said.sort()).toEqual([...Array(19).fill('WRONG_ASSERTION'), 'ok'])
})

test('nobody without a passkey of this host is asked for one', async () => {
  const company = await aCompany(t)
  const owner = { companyId: company.companyId, userId: company.user._id }
  expect(await assertionOptions(deps, owner, randomBytes(32))).toBeNull()
  const person = await aPerson()
  const moved = { ...deps, config: { ...t.config, publicUrl: 'https://nomina.example' } }
  expect(await assertionOptions(moved, person.owner, randomBytes(32))).toBeNull()
  const bare = { ...deps, config: { ...t.config, publicUrl: 'http://[::1]:3000' } }
  expect(await assertionOptions(bare, person.owner, randomBytes(32))).toBeNull()
})
