import { createHmac, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { documentKey } from '#domain/document.ts'
import { deriveKey } from '../platform/security/derived-keys.ts'

/**
 * The signing record of the signer, as `restored` reads it: one entry for each signature, and one for
 * the dollars of each released order, outside the database. Entries name no table and no column, so that no migration touches them.
 */

const amount = z.string().regex(/^\d+$/).transform(BigInt)
const hex = z.string().regex(/^(?:[\da-f]{2})*$/)
const time = z.iso.datetime().transform((text) => new Date(text))

/** The kinds of orders: one overtakes only those of its own kind. */
export const orderKinds = ['payment', 'withdrawal', 'consolidation'] as const
export type OrderKind = (typeof orderKinds)[number]

/** A person's line, and the pay terms of it. */
const recordedLine = z.object({
  vout: z.int(),
  employee: z.uuid(),
  /** See hashDocument. */
  document: hex,
  method: z.literal('BITCOIN'),
  destination: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  bitcoinPercent: z.int(),
  usdCents: amount,
  dollarsUsdCents: amount,
  /** The salary, where a special pay has another amount. */
  salaryUsdCents: amount.nullable(),
  payFrequency: z.string().nullable(),
  /** The version of the pay terms. */
  version: z.int(),
})
export type RecordedLine = z.infer<typeof recordedLine>

/** `EXTRA` pays a period once more; `SPECIAL` pays a sheet of its own. */
const recordedKind = z.object({
  kind: z.enum(['REGULAR', 'EXTRA', 'SPECIAL']),
  periodKey: z.string().nullable(),
  specialRun: z.uuid().nullable(),
})

const recordedPay = z.object({
  ...recordedKind.shape,
  /** The number under which the payment was first ordered. */
  firstNumber: amount.nullable(),
  lines: z.array(recordedLine),
})

export const recordedSignature = z.object({
  /** The number of the signature in the signer's memory. */
  number: amount,
  kind: z.enum(['batch', 'RBF', 'child', 'cancellation', 'consolidation', 'withdrawal', 'sweep']),
  transaction: z.uuid(),
  txid: hex,
  raw: hex,
  root: z.uuid(),
  version: z.int(),
  parent: z.uuid().nullable(),
  position: z.int(),
  vsize: z.int().nullable(),
  /** As people are shown them: what it moves, in satoshi and cents. */
  sats: amount,
  usdCents: amount,
  networkFeeSats: amount.nullable(),
  feeRateSatsPerKvb: amount.nullable(),
  /** Where the wallet's inputs and outputs are in its account. */
  addresses: z.array(z.object({ branch: z.int(), index: z.int() })),
  order: z.uuid(),
  orderKind: z.enum(orderKinds),
  /** Null: a sweep. */
  orderNumber: amount.nullable(),
  orderedAt: time,
  requestedBy: z.nullable(z.uuid()),
  /** The payment or the withdrawal. */
  run: z.uuid(),
  /** As the signer counts alternatives of which one at most can confirm. */
  signedRoot: z.uuid(),
  company: z.uuid(),
  payroll: z.uuid(),
  signedAt: time,
  inputs: z.array(z.string()),
  /** Scripts of the wallet that were signed for first. */
  scripts: z.array(z.string()),
  payees: z.array(z.uuid()),
  paidSats: amount,
  feeSats: amount,
  runSats: amount,
  rateUsdCentsPerBtc: amount,
  orderUsdCents: amount,
  sheetSha256: hex,
  /** The period that the order claims; an extra pay claims none. */
  claimsPeriod: z.string().nullable(),
  /** The outputs that pay for later batches. */
  lanes: z.array(z.object({ vout: z.int(), batch: z.uuid() })),
  /** Null where nobody is paid. */
  pay: recordedPay.nullable(),
  withdrawal: z
    .object({ vout: z.int(), address: z.string(), requestedSats: amount.nullable() })
    .nullable(),
})
export type RecordedSignature = z.infer<typeof recordedSignature>

/** The part of a person's line that the company's bank pays, and the pay terms of it. */
const recordedDollarLine = z.object({
  employee: z.uuid(),
  /** See hashDocument. */
  document: hex,
  bank: z.string(),
  bankAccount: z.string(),
  dollarsUsdCents: amount,
  /** The part in bitcoin; 0: the line is all in dollars. */
  usdCents: amount,
  address: z.string(),
  bitcoinPercent: z.int(),
  salaryUsdCents: amount.nullable(),
  payFrequency: z.string().nullable(),
  version: z.int(),
})
export type RecordedDollarLine = z.infer<typeof recordedDollarLine>

/** The dollars of an order, as they were released to a list for the bank. */
export const recordedDollars = z.object({
  order: z.uuid(),
  /** Null: an approved payday that nobody pressed. */
  orderNumber: amount.nullable(),
  orderedAt: time,
  requestedBy: z.nullable(z.uuid()),
  /** The payment. */
  run: z.uuid(),
  company: z.uuid(),
  payroll: z.uuid(),
  sheetSha256: hex,
  notedAt: time,
  pay: z.object({ ...recordedKind.shape, lines: z.array(recordedDollarLine) }),
})
export type RecordedDollars = z.infer<typeof recordedDollars>

/** Somebody said that the dollars of a person's line were not sent, or were sent after all. */
export const recordedMark = z.object({
  mark: z.uuid(),
  run: z.uuid(),
  company: z.uuid(),
  employee: z.uuid(),
  sent: z.boolean(),
  markedBy: z.uuid(),
  at: time,
})
export type RecordedMark = z.infer<typeof recordedMark>

/** An entry of the record about dollars. */
export type RecordedNote =
  | { is: 'dollars'; dollars: RecordedDollars }
  | { is: 'mark'; mark: RecordedMark }

const plainDocument = (document: string) => documentKey(document) ?? ''

/** A person's document without its separators, under a key of the installation. */
export const hashDocument = (macKey: KeyObject, company: string, document: string): string =>
  createHmac('sha256', deriveKey(macKey, 'document'))
    .update(JSON.stringify([company, plainDocument(document)]))
    .digest('hex')
