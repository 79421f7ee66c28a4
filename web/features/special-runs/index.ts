export { MakeSpecialRun, MakeSpecialRunOfAny } from './make-special-run.tsx'
