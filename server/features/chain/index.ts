export {
  type DerivedAddress,
  isOwnScript,
  newReceiveAddress,
  watchAddress,
  watchedChange,
} from './addresses/account.ts'
export { restoreCoins, usualGap } from './addresses/restore.ts'
export { skipIndexes } from './addresses/skip-indexes.ts'
export { spentUnknown } from './apply/found.ts'
export { applyTransactions } from './apply/matching.ts'
export { overviewOf } from './apply/ours.ts'
export { isLineTaken } from './apply/paid-lines.ts'
export { closeSettledPayments } from './apply/settlement.ts'
export { coinbaseMaturity, refreshBalances, refreshDue } from './books/balances.ts'
export { knowsOurChain } from './follow/best-chain.ts'
export { readTip } from './follow/blocks.ts'
export { follow } from './follow/follower.ts'
export { storedFeeRates } from './follow/node-status.ts'
export { foundMessage } from './untracked/match.ts'
