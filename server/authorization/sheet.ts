import { createHash } from 'node:crypto'
import { arrayTexts, sha256InTurns, sha256Of } from './hash-texts.ts'
import { dollarsText, type OrderedDollars } from './ordered-plan.ts'
import type { Pays } from './pays.ts'

/** The choice about somebody at a held address: paid at the address last paid, or not at all. */
export type HeldChoice = 'previous' | 'leave'

/**
 * The people, amounts and destinations that approvers see and approve. Satoshi are not in it: they follow
 * from cents and rate when the run is planned, and the signer checks them.
 */
export type Sheet = {
  pays: Pays
  /** Ids of the people who changed what it pays; those of a payday stand in the payload of its change. */
  changers: readonly string[]
  lines: readonly { employeeId: string; script: Uint8Array; usdCents: bigint }[]
  /** The parts that the company pays by its bank. */
  dollars: readonly OrderedDollars[]
  /** Filled for a withdrawal; `requestedSats` null: everything. */
  withdrawals: readonly { script: Uint8Array; requestedSats: bigint | null }[]
  feeCeilingUsdCents: bigint
  held: Readonly<Record<string, HeldChoice>>
  /** The hash of the changes since the last paid run that were shown; null: none were compared. */
  changesSha256: Uint8Array | null
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Sorted, without duplicates: a replacement repeats the lines of what it replaces. */
const distinct = (rows: readonly string[][]): string[][] => {
  const byText = new Map(rows.map((row) => [JSON.stringify(row), row]))
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function* sheetTexts(sheet: Sheet): Iterable<string> {
  const { pays, changers, lines, dollars, withdrawals, feeCeilingUsdCents } = sheet
  const { held, changesSha256 } = sheet
  const { companyId, payrollId, kind, periodKey, extra } = pays
  const of = [companyId.toLowerCase(), payrollId.toLowerCase(), kind, periodKey, extra]
  const by = distinct(changers.map((id) => [id.toLowerCase()])).flat()
  const people = distinct(
    lines.map((line) => [line.employeeId.toLowerCase(), hex(line.script), String(line.usdCents)]),
  )
  const others = distinct(
    withdrawals.map(({ script, requestedSats }) => [
      hex(script),
      requestedSats === null ? 'everything' : String(requestedSats),
    ]),
  )
  const choices = distinct(Object.entries(held).map(([id, choice]) => [id.toLowerCase(), choice]))
  yield `["quincena sheet 3",${JSON.stringify(of)},${JSON.stringify(by)},"${feeCeilingUsdCents}",`
  yield* arrayTexts(people, (row) => row)
  yield ','
  yield* arrayTexts(distinct(dollars.map(dollarsText)), (row) => row)
  yield `,${JSON.stringify(others)},${JSON.stringify(choices)}`
  yield `,${JSON.stringify(changesSha256 && hex(changesSha256))}]`
}

/** SHA-256 over a sheet: the same in the dialog, the message, the challenge of a passkey and the signer. */
export const sheetSha256 = (sheet: Sheet): Buffer => sha256Of(sheetTexts(sheet))
export const sheetSha256InTurns = (sheet: Sheet): Promise<Buffer> =>
  sha256InTurns(sheetTexts(sheet))

/** The sheet of a payday, as its approval, the run under it and the signer hash it. */
export const paydaySheetOf = ({
  pays,
  lines,
  dollars,
  held,
  ceilingUsdCents,
}: Pick<Sheet, 'pays' | 'lines' | 'dollars' | 'held'> & { ceilingUsdCents: bigint }): Sheet => ({
  pays,
  changers: [],
  lines,
  dollars,
  held,
  withdrawals: [],
  changesSha256: null,
  feeCeilingUsdCents: ceilingUsdCents,
})

/** The sheet hash of a change of rules, roles or factors, which has no people to pay. */
export const changeSha256 = (change: {
  id: string
  companyId: string
  kind: string
  payload: string
}): Buffer =>
  sha256Of([
    JSON.stringify([
      'quincena change 1',
      change.id.toLowerCase(),
      change.companyId.toLowerCase(),
      change.kind,
      change.payload,
    ]),
  ])

/** A passkey's challenge: one sheet of one order, signed by one person, once. */
export type Challenge = {
  /** The id of a payment, a withdrawal or a change. */
  orderId: string
  sheetSha256: Uint8Array
  /** 0 for a change. */
  feeCeilingUsdCents: bigint
  userId: string
  /** 32 random bytes of the server. */
  nonce: Uint8Array
}

/**
 * SHA-256("quincena-approve" ‖ order ‖ sheet hash ‖ fee ceiling ‖ user ‖ nonce), each part of a fixed
 * length: ids as 36 characters, the ceiling in cents as 8 bytes, big-endian.
 */
export function approvalChallenge(challenge: Challenge): Buffer {
  const { orderId, sheetSha256: sheet, feeCeilingUsdCents, userId, nonce } = challenge
  if (sheet.length !== 32 || nonce.length !== 32) throw new RangeError('hash and nonce: 32 bytes')
  const ceiling = Buffer.alloc(8)
  ceiling.writeBigUInt64BE(feeCeilingUsdCents)
  return createHash('sha256')
    .update('quincena-approve', 'utf8')
    .update(idBytes(orderId))
    .update(sheet)
    .update(ceiling)
    .update(idBytes(userId))
    .update(nonce)
    .digest()
}

function idBytes(id: string): Buffer {
  const bytes = Buffer.from(id.toLowerCase(), 'utf8')
  if (bytes.length !== 36) throw new RangeError('an id has 36 characters')
  return bytes
}
