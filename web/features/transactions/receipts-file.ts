import type { Recipient } from '#contract/transactions.ts'

export type OnlyReceipt = { lineId: string; number: string }

/** The one receipt of these people; null where there are several, or none yet. */
export function onlyReceiptOf([only, ...others]: readonly Recipient[]): OnlyReceipt | null {
  const { lineId, receiptNumber: number } = only ?? { lineId: null, receiptNumber: null }
  return others.length === 0 && lineId !== null && number !== null ? { lineId, number } : null
}

export const receiptPath = (paymentId: string, lineId: string) =>
  `/payments/${encodeURIComponent(paymentId)}/lines/${encodeURIComponent(lineId)}/receipt.pdf`

/** All receipts of a run in one file: a zip, or the receipt itself where there is no second. */
export const receiptsFile = (paymentId: string, only: OnlyReceipt | null, zipName: string) =>
  only
    ? { path: receiptPath(paymentId, only.lineId), name: `${only.number}.pdf` }
    : { path: `/payments/${encodeURIComponent(paymentId)}/receipts.zip`, name: `${zipName}.zip` }
