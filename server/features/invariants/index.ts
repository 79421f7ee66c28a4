export { breachText } from './breach-texts.ts'
export { checkInvariants } from './check.ts'
export { type Breach, invariants, invariantTexts } from './invariant-definitions.ts'
export {
  acceptBreaches,
  endUntrackedSpends,
  paymentsAreStopped,
  readHeldPayrolls,
  readStops,
} from './standing-breaches.ts'
export { type MoneyWatchDeps, watchMoney } from './watch-money.ts'
