export {
  newSecret,
  ownStep,
  readConfirmedApp,
  spendStep,
  stepOf,
} from './app-codes.ts'
export {
  type AssertionDeps,
  askAnyPasskey,
  askPasskey,
  assertionOptions,
  tryAnyAssertion,
  tryAssertion,
  verifyAssertion,
  type WebauthnJson,
} from './assertions.ts'
export { readFactors, readOwnFactors, secondFactors, userFactors } from './own-factors.ts'
export {
  isRecoveryCodeOf,
  makeRecoveryCodes,
  recoveryCodeCount,
  spendRecoveryCode,
} from './recovery-codes.ts'
export { keepPasskey, registrationOptions, verifyRegistration } from './registration.ts'
export { requireRelyingParty, toRelyingParty } from './relying-party.ts'
export { removeAllFactors } from './remove-all.ts'
