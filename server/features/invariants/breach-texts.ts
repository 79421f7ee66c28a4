import { fill } from '#contract/texts/fill.ts'

/** The operator's text for every kind of breach, with places for `id` and its fields. */
const texts = {
  LEDGER_UNBALANCED: 'event {{id}}: its entries sum to {{sats}} sat',
  BALANCE_WRONG:
    'balance of payroll {{id}}: balance, confirmed, spendable, received are {{kept}} and the UTXOs say {{actual}}',
  LEDGER_WRONG:
    'ledger of payroll {{id}}: the ledger has {{ledger}} held and reserved, the UTXOs are {{utxos}}',
  UTXO_NOT_AT_NODE: 'utxo {{id}}: the node does not have it, or has it spent',
  UTXO_SATS_DIFFER: 'utxo {{id}}: the node says {{nodeSats}} sat, we {{sats}}',
  UTXO_SCRIPT_DIFFERS: 'utxo {{id}}: the node has it with another script',
  UTXO_HEIGHT_DIFFERS: 'utxo {{id}}: the node has it in block {{nodeHeight}}, we in {{height}}',
  UTXO_MADE_ELSEWHERE: 'utxo {{id}}: it is of block {{height}}, its transaction of {{madeHeight}}',
  UTXO_SPENT_ELSEWHERE:
    'utxo {{id}}: it is spent in block {{height}}, its spender is in {{spenderHeight}}',
  BLOCK_HASH_DIFFERS: 'block {{id}}: the node has another one than {{hash}} there',
  UTXO_UNKNOWN: 'utxo {{id}}: we do not know it: {{sats}} sat',
  SPENT_BY_FOREIGN:
    'utxo {{id}}: {{txid}}, which is not ours, spends it: somebody else has the keys',
  UNTRACKED_SPEND:
    'transaction {{id}}: it is signed with our keys and not in the records: they are old, or somebody else has the keys',
  BYTES_UNREADABLE: 'transaction {{id}}: its bytes are no transaction',
  BYTES_TXID_DIFFERS: 'transaction {{id}}: its bytes have another txid',
  BYTES_INPUTS_DIFFER: 'transaction {{id}}: its bytes spend other UTXOs than its plan',
  BYTES_OUTPUTS_MISSING:
    'transaction {{id}}: its bytes have {{outputs}} outputs, its plan has {{planned}}',
  BYTES_OUTPUT_DIFFERS: 'transaction {{id}}: output {{vout}} pays something else than its plan',
  BYTES_NOT_SIGNED: 'transaction {{id}}: a witness of its bytes does not sign them',
  PLAN_NOT_AS_ORDERED:
    'order {{id}}: its people, addresses, amounts or fee ceiling are not those that were ordered',
  ORDER_CHANGED: 'order {{id}}: the program did not write it so',
  PERIOD_NOT_AS_ORDERED: 'payment {{id}}: its period is {{period}}, its order is for {{ordered}}',
  PERIOD_NOT_CLAIMED: 'payment {{id}}: people whom it pays are not noted as paid for {{period}}',
  HEAD_WRONG: 'utxo {{id}}: whether it is a head or a deposit does not follow from its inputs',
  OUTPUT_FOREIGN:
    'transaction {{id}}: output {{vout}} is neither our change nor what its line says',
  OUTPUT_REPEATS_LINE: 'transaction {{id}}: output {{vout}} pays a line again',
  SIGNED_UNAPPROVED: 'transaction {{id}}: it was signed although nobody approved it',
  ORDER_OF_ANOTHER: 'transaction {{id}}: it belongs to an order of something else',
  PAYMENT_SUMS_WRONG:
    'payment {{id}}: it is over {{sats}} sat and {{usdCents}} cents, its lines over {{lineSats}} and {{lineUsdCents}}',
  LINE_SUMS_WRONG:
    'line {{id}}: it is over {{usdCents}} cents, its payouts over {{payoutUsdCents}}',
  TRANSACTION_SUMS_WRONG:
    'transaction {{id}}: it is over {{sats}} sat, its outputs to people over {{outputSats}}, their lines over {{lineSats}}',
  LEDGER_OUTFLOW_WRONG:
    'salaries and fees of payroll {{id}}: the ledger has {{salaries}} and {{fees}} sat, the transactions in blocks and mempool {{movedSalaries}} and {{movedFees}}',
  LINES_PAID_TWICE:
    'transactions {{id}}: {{lines}} lines are paid by both, and a chain can hold both',
  WITHDRAWN_TWICE:
    'withdrawal {{id}}: transactions {{one}} and {{other}} both carry it out, and share no UTXO',
  WITHDRAWAL_SUMS_WRONG:
    'transaction {{id}}: {{sats}} sat were to arrive of the {{requestedSats}} asked for, and its outputs pay {{outputSats}}',
  WITHDRAWAL_LEDGER_WRONG: 'transaction {{id}}: the ledger has {{sats}} sat gone outside of it',
  LINES_WITHOUT_TRANSACTION: 'payment {{id}}: lines of it are in no transaction',
  PAYMENT_STUCK: 'payment {{id}}: it is open although nothing of it can move any more',
  PLAN_OF_CLOSED_PAYMENT: 'transaction {{id}}: it waits to be signed although its payment is over',
  LANE_NOT_COMING: 'transaction {{id}}: it waits for a UTXO that no live transaction makes',
  PLAN_NOT_TAKEN_UP: 'transaction {{id}}: it has waited for the {{waitingFor}} since {{since}}',
  WITHDRAWAL_WITHOUT_TRANSACTION: 'withdrawal {{id}}: it has no transaction',
  WITHDRAWAL_STUCK: 'withdrawal {{id}}: it is open although nothing of it can move any more',
  PLAN_OF_CLOSED_WITHDRAWAL:
    'transaction {{id}}: it waits to be signed although its withdrawal is over',
  APPROVAL_OVERDUE: 'transaction {{id}}: it has waited for an approval since {{since}}',
  FEE_ABOVE_CEILING:
    'transaction {{id}}: its fee of {{sats}} sat is above the ceiling of {{ceiling}}',
  FEE_RATE_ABOVE_CEILING:
    'transaction {{id}}: its fee rate of {{rate}} sat/kvB is above the ceiling of {{ceiling}}',
  FEE_NOT_AS_KEPT:
    'transaction {{id}}: it pays a fee of {{sats}} sat, and {{kept}} is written down',
  UTXO_IN_TWO_LIVE: 'utxo {{id}}: both {{one}} and {{other}} spend it',
  UTXO_SPENT_BY_CONFIRMED: 'utxo {{id}}: {{confirmed}} spends it in a block, and {{live}} is live',
  VERSIONS_SHARE_NO_UTXO:
    'transaction {{id}}: it shares no UTXO with version {{version}} of its root: both could be mined',
  REPLACES_ANOTHER_PAYMENT:
    'transaction {{id}}: it replaces a transaction of another payroll or payment',
  ACCOUNT_BELOW_ZERO: 'account {{id}}: it is at {{sats}} sat',
  UTXO_OF_ANOTHER_PAYROLL: "utxo {{id}}: its script is another payroll's",
  SPENDS_ANOTHER_PAYROLL: 'transaction {{id}}: it spends a UTXO of another payroll',
  PAYMENT_OF_ANOTHER_PAYROLL: 'transaction {{id}}: it belongs to a payment of another payroll',
  LINE_OF_ANOTHER_PAYMENT: 'transaction {{id}}: it pays a line of another payment',
  LANE_OF_ANOTHER_PAYMENT: 'transaction {{id}}: it makes a lane for a batch of another payment',
  STATE_NOT_AUDITED: 'transaction {{id}}: the audit trail does not know that it became {{state}}',
} as const

export type BreachKind = keyof typeof texts
export type BreachFields = Record<string, string | number | null>

export function breachText(breach: { kind: BreachKind; id: string; fields: BreachFields }): string {
  const slots = Object.entries(breach.fields).map(([name, field]) => [name, String(field)])
  return fill(texts[breach.kind], { id: breach.id, ...Object.fromEntries(slots) })
}
