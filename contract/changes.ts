import { z } from 'zod/mini'
import { changeKinds, changeSeverities } from '#domain/change-kinds.ts'
import { preprocess, say } from './fields.ts'
import { instant, usd } from './http.ts'
import { absent, pageQuery } from './queries.ts'

const value = z.nullable(z.union([z.string(), usd]))

export const change = z.object({
  employee: z.object({ _id: z.string(), name: z.string() }),
  kind: z.enum(changeKinds),
  /**
   * Names and addresses are texts, salaries dollars (of `added` and `left` too). An `account` is its
   * bank and last four digits, null where there was none; a `share` the per cent in bitcoin as a text; a
   * `frequency` `MONTH`, `FORTNIGHT` or null. An `amount` has the dollars of the base, or of a special
   * pay's formula, before, and what is paid instead after. A
   * `contactThenAddress` has the e-mail or phone, and who changed that and when; a
   * `duplicateAddress` and a `formerlyAnothers` have the other's name before, the address after.
   */
  before: value,
  after: value,
  /** The name of the person who made it last, where that is on record. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
  via: z.nullable(z.enum(['FORM', 'CSV', 'EMPLOYEE', 'API'])),
  ip: z.nullable(z.string()),
  severity: z.enum(changeSeverities),
})
export type Change = z.infer<typeof change>

/** The sentence of the pay dialog and of every approval. `since` null: a first run. */
export const changesSummary = z.object({
  since: z.nullable(z.object({ paymentId: z.string(), at: instant })),
  counts: z.object({
    added: z.int(),
    left: z.int(),
    addresses: z.int(),
    salaries: z.int(),
    names: z.int(),
    accounts: z.int(),
    shares: z.int(),
    frequencies: z.int(),
    amounts: z.int(),
  }),
  totalUsd: z.object({ before: usd, now: usd }),
  /** The sum by which the salaries of `counts.salaries` rose together; negative: fell. */
  salariesUsd: usd,
  /** The gravest of all rows; null: nothing changed. */
  severity: z.nullable(z.enum(changeSeverities)),
})
export type ChangesSummary = z.infer<typeof changesSummary>

/** A person whose address or account is held; one whose both are held has a row of each. */
export const heldAddress = z.object({
  employee: z.object({ _id: z.string(), name: z.string() }),
  kind: z.enum(['ADDRESS', 'ACCOUNT']),
  /** Empty for an account. */
  cryptoAddress: z.string(),
  /** The bank and the last four digits, as `Banco Agrícola …4821`; empty for an address. */
  account: z.string(),
  /** null: until somebody releases it, because it was reported. */
  until: z.nullable(instant),
  previousAddress: z.nullable(z.string()),
  previousAccount: z.nullable(z.string()),
  /** When the previous one was last paid. */
  previousPaidAt: z.nullable(instant),
  /** The person's salary in bitcoin now, in dollars. */
  usd,
  /** An e-mail or phone that changed shortly before. */
  contact: z.nullable(z.object({ kind: z.enum(['EMAIL', 'PHONE']), at: instant })),
  /** Why: its own change, a contact changed before it, or a report. */
  reason: z.enum(['ADDRESS', 'ACCOUNT', 'CONTACT', 'REPORTED']),
  by: z.nullable(z.string()),
  at: instant,
  via: z.nullable(z.enum(['FORM', 'CSV', 'EMPLOYEE', 'API'])),
  ip: z.nullable(z.string()),
  /** Somebody has asked another person to release it. */
  releaseAskedAt: z.nullable(instant),
})
export type HeldAddress = z.infer<typeof heldAddress>

/**
 * The counts of a summary, people each. The group `addresses` has all rows about addresses: of one
 * person there may be several.
 */
export const changeGroups = [
  'added',
  'left',
  'addresses',
  'accounts',
  'salaries',
  'amounts',
  'shares',
  'frequencies',
  'names',
] as const
export type ChangeGroup = (typeof changeGroups)[number]

/**
 * GET /companies/payrolls/{id}/changes: the rows page by page, the gravest of each kind first and
 * those about one person together; with `group` only those of one count.
 */
export const changesQuery = z.extend(pageQuery, {
  group: preprocess(absent, z.optional(z.enum(changeGroups, { error: say('invalid') }))),
})
export type ChangesQuery = z.infer<typeof changesQuery>
export const changes = z.extend(changesSummary, {
  previewHash: z.string(),
  rows: z.array(change),
  pages: z.int(),
  held: z.array(heldAddress),
})
export type Changes = z.infer<typeof changes>

/** POST /companies/employees/{id}/address-hold/request. */
export const holdRequested = z.object({ approval: z.object({ _id: z.string() }) })

/** The token of a mail or text message. */
export const reportParams = z.object({ token: z.string() })

/**
 * GET /address-reports/{token}, without a bearer: changes nothing. POST reports the change; POST
 * …/confirm confirms the changed contact, where the reader holds its former one.
 */
export const addressReport = z.object({
  companyName: z.string(),
  employeeName: z.string(),
  changedAt: instant,
  reportedAt: z.nullable(instant),
  changed: z.array(z.enum(['ADDRESS', 'ACCOUNT', 'EMAIL', 'PHONE'])),
  mayConfirm: z.boolean(),
  confirmed: z.boolean(),
})
export type AddressReport = z.infer<typeof addressReport>
