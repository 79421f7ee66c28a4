import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import type { ColumnText } from '#contract/texts/keys.ts'
import type { Recipient } from '#contract/transactions.ts'
import { exportedFields } from '#domain/employee-fields.ts'
import { btcText, equalPart, parseBtc, parseUsdNumber, usdText } from '#domain/money.ts'
import type { Cell, CellKind, Table } from '#server/platform/spreadsheet/table.ts'
import type { Noted } from './export-store.ts'

type Definition<T> = [ColumnText, CellKind, (row: T) => Cell]

/** Formats a JSON number of dollars with its decimals. */
function usd(amount: number): string {
  const cents = parseUsdNumber(amount)
  if (cents === null) throw new RangeError(`usd: ${amount}`)
  return usdText(cents)
}

async function* mapped<T>(batches: AsyncIterable<T[]>, columns: Definition<T>[]) {
  for await (const rows of batches) yield rows.map((row) => columns.map(([, , read]) => read(row)))
}

function tableOf<T>(columns: Definition<T>[], speak: Language, batches: AsyncIterable<T[]>): Table {
  return {
    columns: columns.map(([text, kind]) => ({ title: texts[speak].exports.columns[text], kind })),
    batches: mapped(batches, columns),
  }
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** A payroll's transactions, one a row: the columns of the list, with full addresses and txids. */
export function transactionTable(batches: AsyncIterable<Noted[]>, speak: Language): Table {
  const columns: Definition<Noted>[] = [
    ['date', 'date', ({ transaction: t }) => new Date(t.createdAt)],
    ['type', 'text', ({ transaction: t }) => texts[speak].screens.transactionType[t.type]],
    ['payroll', 'text', ({ transaction: t }) => t.payroll.name],
    ['address', 'text', ({ transaction: t }) => t.cryptoAddress],
    ['usd', 'usd', ({ transaction: t }) => usd(t.usd)],
    ['rate', 'usd', ({ transaction: t }) => usd(t.usdRate)],
    ['btc', 'btc', ({ transaction: t }) => t.btc],
    ['txid', 'text', ({ transaction: t }) => t.txid],
    ['feeBtc', 'btc', ({ transaction: t }) => t.networkFee?.btc ?? null],
    ['feeUsd', 'usd', ({ transaction: t }) => t.networkFee && usd(t.networkFee.usd)],
    ['note', 'text', ({ note }) => note],
    ['state', 'text', ({ transaction: t }) => texts[speak].screens.transactionState[t.state]],
    ['confirmedAt', 'date', ({ transaction: t }) => dateOf(t.confirmedAt)],
  ]
  return tableOf(columns, speak, batches)
}

type Paid = { recipient: Recipient; feeShareSats: bigint | null }

/**
 * The payees of one transaction, one a row. The network fee is divided equally, in whole satoshi,
 * so that the column adds up to it.
 */
export function recipientTable(
  { transaction: t, note }: Noted,
  recipients: readonly Recipient[],
  speak: Language,
): Table {
  const feeSats = t.networkFee && parseBtc(t.networkFee.btc)
  const rows = recipients.map((recipient, index): Paid => {
    const share = feeSats === null ? null : equalPart(feeSats, recipients.length, index)
    return { recipient, feeShareSats: share }
  })
  const columns: Definition<Paid>[] = [
    ['date', 'date', () => new Date(t.createdAt)],
    ['firstName', 'text', ({ recipient }) => recipient.firstName],
    ['lastName', 'text', ({ recipient }) => recipient.lastName],
    ['address', 'text', ({ recipient }) => recipient.cryptoAddress],
    ['usd', 'usd', ({ recipient }) => usd(recipient.usdAmount)],
    ['rate', 'usd', () => usd(t.usdRate)],
    ['btc', 'btc', ({ recipient }) => recipient.btcAmount],
    ['txid', 'text', () => t.txid],
    [
      'feeShareBtc',
      'btc',
      ({ feeShareSats }) => (feeShareSats === null ? null : btcText(feeShareSats)),
    ],
    ['payroll', 'text', () => t.payroll.name],
    ['note', 'text', () => note],
    ['state', 'text', () => texts[speak].screens.transactionState[t.state]],
    ...exportedFields.map(
      (field): Definition<Paid> => [field, 'text', ({ recipient }) => recipient[field]],
    ),
  ]
  async function* once() {
    yield rows
  }
  return tableOf(columns, speak, once())
}
