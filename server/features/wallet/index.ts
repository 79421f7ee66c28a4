export {
  type DerivedAddress,
  isOwnScript,
  newReceiveAddress,
  watchAddress,
  watchedChange,
} from './account.ts'
export { coinbaseMaturity, refreshBalances } from './balances.ts'
export { knowsOurChain } from './best-chain.ts'
export { readTip } from './blocks.ts'
export {
  acceptReorganisations,
  reorganisationMessage,
  reorganisationSubject,
} from './deep-reorganisations.ts'
export { follow } from './follower.ts'
export { foundMessage, spentUnknown } from './found.ts'
export { applyTransactions } from './matching.ts'
export { storedFeeRates } from './node-status.ts'
export { overviewOf } from './ours.ts'
export { restoreCoins, usualGap } from './restore.ts'
export { closeSettledPayments } from './settlement.ts'
export { skipIndexes } from './skip-indexes.ts'
