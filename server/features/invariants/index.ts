export { acceptBreaches, endBreaches, paymentsAreStopped, readHeldPayrolls } from './alarm.ts'
export { type Breach, invariants, invariantTexts } from './breach.ts'
export { checkInvariants } from './check.ts'
export { type MoneyWatchDeps, watchMoney } from './watch-money.ts'
