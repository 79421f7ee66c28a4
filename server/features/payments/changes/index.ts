export { readChangers } from './changers.ts'
export { changesOfRun, type RunChanges } from './changes-of-run.ts'
export { type Comparison, comparePeople, differencesOf, withoutSalaries } from './compare.ts'
export { listKnownIds, readUsualPay } from './usual-pay.ts'
