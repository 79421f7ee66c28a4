import { randomBytes, randomUUID } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { ChangePayload } from '#contract/change-orders.ts'
import type { Role } from '#domain/roles.ts'
import { insertUser } from '#server/authorization/account-rows.ts'
import { insertApproval } from '#server/authorization/approval-rows.ts'
import { insertPasskey } from '#server/authorization/factor-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import { orderColumns } from '#server/authorization/order-rows.ts'
import { approvalChallenge, changeSha256 } from '#server/authorization/sheet.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { authority } from '#server/signer/authority/authority.ts'
import type { Engine } from './engine.ts'
import { type Slip, softwareKey } from './software-authenticator.ts'

export type Person = { userId: string; key: ReturnType<typeof softwareKey>; publicKey: string }
export type SignedSubject = { id: string; sheetSha256: Buffer; feeCeilingUsdCents: bigint }

const site = { origin: 'http://localhost:3000', rpId: 'localhost' }
const dayMs = 24 * 3_600_000

/** A key with its public half as the signer lists it. */
export async function makeKey(userId: string): Promise<Person> {
  const key = softwareKey({ origin: site.origin, synced: true })
  const challenge = randomBytes(32).toString('base64url')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: key.register({ challenge }) as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
  })
  if (!verified) throw new Error('the software key does not register')
  const { publicKey } = registrationInfo.credential
  return { userId, key, publicKey: Buffer.from(publicKey).toString('base64url') }
}

export const toListedKey = ({ userId, key, publicKey }: Person) => ({
  userId,
  credentialId: key.id,
  publicKey,
})

type KeyDeps = Pick<Engine, 'db' | 'macKey' | 'owner' | 'until'>

/** The steps of people with keys, and of a thief who writes as the api does and has the MAC key. */
export function keySteps({ db, macKey, owner, until }: KeyDeps, companyId: string) {
  const readAuthority = async () => {
    const row = await owner
      .selectFrom('signer.authorities')
      .select('document')
      .where('company_id', '=', companyId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? authority.parse(JSON.parse(row.document)) : null
  }

  return {
    readAuthority,
    async person(role: Role): Promise<Person> {
      const { id } = await db.transaction().execute((trx) =>
        insertUser(trx, macKey, {
          company_id: companyId,
          first_name: 'Luis',
          last_name: 'Cornejo',
          email: `${randomUUID()}@example.com`,
          password_hash: 'none',
          role,
          role_since: new Date(),
          email_verified_at: new Date(),
        }),
      )
      return makeKey(id)
    },
    /** A change as the api records it once it is in effect there. */
    async change(
      kind: 'RULES' | 'ROLE' | 'FACTOR' | 'INVITATION',
      payload: object,
      askedBy: string,
      state = 'done',
      required = 0,
    ) {
      const id = randomUUID()
      const text = JSON.stringify(payload)
      const terms = {
        id,
        company_id: companyId,
        number: null,
        kind,
        sheet_sha256: changeSha256({ id, companyId, kind, payload: text }),
        subject: '',
        asked_by: askedBy,
        asked_at: new Date(),
        expires_at: new Date(Date.now() + dayMs),
        required,
        own_code: false,
        delayed: false,
      }
      await db
        .insertInto('change_orders')
        .values({
          ...terms,
          payload: text,
          state,
          ended_at: state === 'done' ? new Date() : null,
          mac: macOf(macKey, 'change_orders', terms),
        })
        .execute()
      return { id, sheetSha256: terms.sheet_sha256, feeCeilingUsdCents: 0n }
    },
    /** The approval of somebody; a thief names another person, nonce or subject than was signed. */
    async sign(
      trx: Trx,
      subject: SignedSubject,
      { userId, key }: Pick<Person, 'userId' | 'key'>,
      forged: {
        as?: string
        slip?: Slip
        signed?: SignedSubject
        nonce?: Buffer
        assertion?: object
      } = {},
    ) {
      const nonce = randomBytes(32)
      const signed = forged.signed ?? subject
      const challenge = approvalChallenge({
        orderId: signed.id,
        sheetSha256: signed.sheetSha256,
        feeCeilingUsdCents: signed.feeCeilingUsdCents,
        userId,
        nonce,
      })
      const assertion =
        forged.assertion ?? key.assert({ challenge: challenge.toString('base64url') }, forged.slip)
      await insertApproval(trx, macKey, {
        company_id: companyId,
        subject_id: subject.id,
        user_id: forged.as ?? userId,
        at: new Date(),
        kind: 'PASSKEY',
        sheet_sha256: subject.sheetSha256,
        nonce: forged.nonce ?? nonce,
        passkey_id: randomUUID(),
        assertion: assertion as Parameters<typeof insertApproval>[2]['assertion'],
      })
      return { nonce, assertion }
    },
    /** The order of a payment, as its approvers sign it. */
    async orderOf(trx: Db, paymentId: string) {
      const row = await trx
        .selectFrom('orders')
        .select(orderColumns)
        .where('sheet_id', '=', paymentId)
        .orderBy('requested_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const { id, sheet_sha256: sheetSha256, fee_ceiling_usd_cents: feeCeilingUsdCents } = row
      return { row, subject: { id, sheetSha256, feeCeilingUsdCents } }
    },
    /** The passkey of a person, as the program keeps it. */
    async keepKey({ userId, key, publicKey }: Person): Promise<void> {
      await db.transaction().execute((trx) =>
        insertPasskey(trx, macKey, {
          id: randomUUID(),
          company_id: companyId,
          user_id: userId,
          credential_id: Buffer.from(key.id, 'base64url'),
          public_key: Buffer.from(publicKey, 'base64url'),
          counter: 0n,
          transports: [],
          is_synced: true,
          backed_up: true,
          rp_id: site.rpId,
          name: 'MacBook',
          created_at: new Date(),
          last_used_at: null,
          removed_at: null,
        }),
      )
    },
    /** The rule with a list of these people and their keys, asked for by the first. */
    async list(
      people: { person: Person; role: Role }[],
      tiers: ChangePayload<'RULES'>['tiers'],
      { required = 0 } = {},
    ) {
      const payload = {
        tiers,
        strongOnly: true,
        members: people.map(({ person, role }) => ({
          userId: person.userId,
          role,
          countsFrom: new Date(0).toISOString(),
        })),
        keys: people.map(({ person }) => toListedKey(person)),
      }
      const [first] = people
      if (!first) throw new Error('nobody has a key')
      return this.change('RULES', payload, first.person.userId, 'done', required)
    },
    /** Switches the rule on, and lets these people sign the list. */
    async strongOnly(
      people: { person: Person; role: Role }[],
      tiers: ChangePayload<'RULES'>['tiers'],
    ) {
      for (const { person } of people) await this.keepKey(person)
      const subject = await this.list(people, tiers)
      for (const { person } of people) {
        await db.transaction().execute((trx) => this.sign(trx, subject, person))
      }
      await until('the signer knows the keys', async () => {
        const known = await readAuthority()
        return known?.strongOnly && known.keys.length === people.length
      })
      return subject
    },
  }
}
