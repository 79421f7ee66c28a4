export { changesOfRun, type RunChanges } from './changes-of-run.ts'
export { addressesAlone, type Comparison, comparePeople, differencesOf } from './compare.ts'
