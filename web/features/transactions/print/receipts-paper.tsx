import type { TransactionDetails } from '#contract/transactions.ts'
import { Papers } from './paper-sheet.tsx'
import { ReceiptSheet } from './transaction-paper.tsx'

/** Everything that the receipts of a run show: they are printed at once, and wait for nothing. */
export interface PrintedReceipts {
  company: string
  note: string
  transactions: readonly TransactionDetails[]
}

/** A receipt for each person of a run, a page each; nobody sees another's pay on theirs. */
export function ReceiptsPaper({ company, note, transactions }: PrintedReceipts) {
  return (
    <Papers>
      {transactions.flatMap(({ transaction, details }) =>
        details.recipients.map((recipient) => (
          <ReceiptSheet
            key={`${transaction._id} ${recipient.userId}`}
            transaction={transaction}
            recipient={recipient}
            company={company}
            note={note}
          />
        )),
      )}
    </Papers>
  )
}
