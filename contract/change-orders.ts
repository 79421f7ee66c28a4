import { z } from 'zod/mini'
import { changedParts } from '#domain/enough-approvals.ts'
import { roles } from '#domain/roles.ts'
import { changesSummary } from './changes.ts'
import { shareSetBy } from './employees.ts'
import { includedLine } from './include.ts'

const uuid = z.uuid()
const role = z.enum(roles)
/** A sum as text: JSON has no bigint. */
const digits = z.string().check(z.regex(/^\d{1,18}$/))
const base64url = z.string().check(z.regex(/^[\w-]+$/))

/** A passkey as approvers and the signer know it: credential id, and COSE public key. */
export const listedKey = z.object({ userId: uuid, credentialId: base64url, publicKey: base64url })
export type ListedKey = z.infer<typeof listedKey>

/** Somebody who approves; `countsFrom` is the time from which on. */
export const listedMember = z.object({ userId: uuid, role, countsFrom: z.iso.datetime() })
export type ListedMember = z.infer<typeof listedMember>

const tier = z.object({
  fromUsdCents: digits,
  approvals: z.int().check(z.minimum(0), z.maximum(5)),
})

/** Somebody who changed what is paid, and of how many people which part; the people of dates are 0. */
export const changer = z.object({
  userId: uuid,
  changed: z.array(z.object({ what: z.enum(changedParts), people: z.int() })),
})
export type Changer = z.infer<typeof changer>

/**
 * The content of each kind of change: stored with it, hashed, approved and then done exactly so. The
 * signer reads it in the same form.
 */
export const changePayloads = {
  RULES: z.object({
    tiers: z.array(tier).check(z.maxLength(5)),
    strongOnly: z.boolean(),
    /**
     * Rules that switch `strongOnly` on name who approves, from when on, and the keys that may sign
     * this list.
     */
    members: z.optional(z.array(listedMember)),
    keys: z.optional(z.array(listedKey)),
  }),
  /** Settings of a company that ask for less: `PUT /companies` under rules. On the wire of kind RULES. */
  SETTINGS: z.object({
    /** null: no sum asks for a code. */
    overUsdCents: z.optional(z.nullable(digits)),
    changedAddresses: z.optional(z.boolean()),
    addressHoldHours: z.optional(z.int()),
    salaryGuardPercent: z.optional(z.int()),
    totalGuardPercent: z.optional(z.int()),
    requireConsent: z.optional(z.boolean()),
    shareSetBy: z.optional(shareSetBy),
  }),
  /** `role` null: leaves the team. `name` as it was when it was asked for. */
  ROLE: z.object({ userId: uuid, name: z.string(), role: z.nullable(role) }),
  INVITATION: z.object({ invitationId: uuid, email: z.string(), role }),
  /** A passkey that is to approve, with its owner's role; `publicKey` null: it is taken away. */
  FACTOR: z.object({
    userId: uuid,
    name: z.string(),
    role,
    credentialId: base64url,
    publicKey: z.nullable(base64url),
  }),
  /** Somebody's factors that are taken away where passkeys alone move money. On the wire of kind FACTOR. */
  RESET: z.object({ userId: uuid, name: z.string() }),
  /**
   * The company's own address for what is left, its trial sweep that arrived, or the rule of a payroll.
   * ARRIVED and RULE name the order of the address; a RULE without a floor switches it off.
   */
  SWEEP: z.object({
    what: z.enum(['ADDRESS', 'ARRIVED', 'RULE']),
    address: z.string(),
    /** The address before it. */
    previousAddress: z.nullable(z.string()),
    /** How long the address waits after its approval. */
    holdHours: z.int(),
    addressId: z.nullable(uuid),
    payrollId: z.nullable(uuid),
    payroll: z.nullable(z.string()),
    floorUsdCents: z.nullable(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  /** `version`: the one of the person's row that brought the address or the account. */
  RELEASE: z.object({
    employeeId: z.string(),
    name: z.string(),
    version: z.int(),
    /** Empty: the address does not wait. */
    address: z.string(),
    /** The bank and the last four digits; empty: the account does not wait. */
    account: z.string(),
    /** The people who changed them: they do not approve. */
    changedBy: z.array(z.string()),
  }),
  /** A payday with the sheet that it pays, which other tables have; all sums in cents. */
  OCCURRENCE: z.object({
    occurrenceId: uuid,
    payrollId: uuid,
    /** The name of the payroll. */
    payroll: z.string(),
    periodKey: z.string(),
    /** PREPARE: somebody presses; PAY: it is paid at its hour without. */
    mode: z.enum(['PREPARE', 'PAY']),
    dueAt: z.iso.datetime(),
    until: z.iso.datetime(),
    timeZone: z.string(),
    people: z.int(),
    usdCents: digits,
    bitcoinUsdCents: digits,
    /** The price when the sheet was stored; 0: nothing of it is in bitcoin. */
    rateUsdCentsPerBtc: digits,
    /** See domain/payday-ceiling.ts. */
    ceilingUsdCents: digits,
    sheetSha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
    /** Approvals by others; 0: the code of an administrator is enough. */
    required: z.int(),
    /**
     * The people who changed what it pays since each person was last paid. Where nobody pressed, they
     * do not vouch for their own changes.
     */
    changers: z.array(changer),
    /** The people who are paid by choice although a line elsewhere has paid them. */
    included: z.array(includedLine),
    /** Since the last run, as they were when it was prepared. */
    changes: changesSummary,
  }),
} as const
export type ChangeKind = keyof typeof changePayloads
export type ChangePayload<Kind extends ChangeKind = ChangeKind> = z.infer<
  (typeof changePayloads)[Kind]
>
export type OrderedChange<Kind extends ChangeKind = ChangeKind> = {
  [K in Kind]: { kind: K; payload: ChangePayload<K> }
}[Kind]
