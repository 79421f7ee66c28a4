import { type RawBuilder, sql } from 'kysely'
import type { BreachFields, BreachKind } from './breach-texts.ts'

export const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I11'] as const
export type Invariant = (typeof invariants)[number]

/** The meaning of each invariant, for a reader of its breach. */
export const invariantTexts: Record<Invariant, string> = {
  I1: 'the entries of each event of the ledger sum to zero',
  I2: 'ledger, balances, UTXOs, blocks and the node agree',
  I3: 'what spends our UTXOs pays payment lines, approved withdrawals and our change as ordered, and nothing else',
  I4: 'no line is paid twice, nor a period; heads are heads, and sums equal the sums of their lines',
  I5: 'each accepted payment is over or under way',
  I6: 'fees are within the cap',
  I7: 'no UTXO is in two live transactions, but for versions of one',
  I8: 'no account is below zero',
  I9: 'no row crosses a company',
  I11: 'each change of a state is in the audit trail',
}

/**
 * One fault, with invariant, kind and id as its key. The id is that of the faulty row: an outpoint
 * of a UTXO, `payroll:account` of an account, `one:other` of two transactions.
 */
export type Breach = { invariant: Invariant; kind: BreachKind; id: string; fields: BreachFields }
export type BreachKey = Pick<Breach, 'invariant' | 'kind' | 'id'>

/** How far back to check: `recent` covers what is not final, or became so within about a day. */
export type HistoryScope = 'recent' | 'all'

/** The payments to check: all, or those that are open or younger than a month. */
export const scope = (history: HistoryScope) =>
  history === 'all'
    ? sql`true`
    : sql`(p.closed_at IS NULL OR p.created_at > now() - interval '30 days')`

/** Deeper rows are checked only with all of history: 200 blocks are a day and a half. */
const recentBlocks = 200

/** Rows that no block holds, or one of the last; `height` is their column. */
export const isRecent = (history: HistoryScope, height: string): RawBuilder<boolean> =>
  history === 'all'
    ? sql`true`
    : sql`(${sql.ref(height)} IS NULL
        OR ${sql.ref(height)} > (SELECT max(height) FROM blocks) - ${recentBlocks})`

/** A query that returns the wrong rows, and why. */
export type RowCheck = {
  invariant: Invariant
  find: (history: HistoryScope) => RawBuilder<Omit<Breach, 'invariant'>>
}

export const isSame = (a: BreachKey, b: BreachKey): boolean =>
  a.invariant === b.invariant && a.kind === b.kind && a.id === b.id
