export { changesOfRun, type RunChanges } from './changes-of-run.ts'
export {
  addressesAlone,
  type Comparison,
  comparePeople,
  differencesOf,
} from './compare.ts'
export { listKnownIds, readUsualPay } from './usual-pay.ts'
