export { checkInvariants } from './check.ts'
export { type Breach, invariants, invariantTexts } from './invariant-definitions.ts'
export {
  acceptBreaches,
  endBreaches,
  paymentsAreStopped,
  readHeldPayrolls,
} from './standing-breaches.ts'
export { type MoneyWatchDeps, watchMoney } from './watch-money.ts'
