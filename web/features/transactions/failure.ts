/** What the server notes on a transaction that ended, in its own words, and the key of ours. */
const known = new Map([
  ['The price moved by more than 5 % before it was approved', 'price'],
  ['Nobody approved it within 24 hours', 'late'],
  ['Rejected by the administrator', 'administrator'],
  ['It was cancelled', 'cancelled'],
  ['What was to feed it has failed', 'feeder'],
  ['A coin of the plan is no longer unspent', 'coinGone'],
  ['Another transaction spent the same coins', 'spentElsewhere'],
  ['It spends coins of a transaction that can never confirm', 'parentGone'],
])

const signer = 'Signer: '

/** The key of a reason, with what it says in detail; without a key it is what somebody wrote. */
export function failureOf(failure: string): { key: string | null; detail: string } {
  if (failure.startsWith(signer)) return { key: 'signer', detail: failure.slice(signer.length) }
  return { key: known.get(failure) ?? null, detail: failure }
}
