export {
  type DerivedAddress,
  isWalletScript,
  newChangeAddress,
  newReceiveAddress,
  watchAddress,
} from './addresses/account.ts'
export { deriveFundingAddresses } from './addresses/funding-address.ts'
export { deriveRecorded, watchRecorded } from './addresses/recorded-addresses.ts'
export { restoreUtxos, usualGap } from './addresses/restore.ts'
export { skipIndexes } from './addresses/skip-indexes.ts'
export { applyTransactions } from './apply/apply.ts'
export { closePayments } from './apply/close-payments.ts'
export { isSpentByUnknown } from './apply/insert-untracked.ts'
export { paysPeople } from './apply/on-its-way.ts'
export { scanTransactions } from './apply/owned.ts'
export { refreshBalances, refreshDue } from './books/balances.ts'
export { knowsOurChain } from './follow/best-chain.ts'
export { readTip } from './follow/blocks.ts'
export { follow } from './follow/follower.ts'
export { readStoredFeeRates } from './follow/save-node-status.ts'
export { networkRoutes } from './routes.ts'
