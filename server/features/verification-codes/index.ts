export { askForCode, assertionPurpose, presentFactors } from './ask-for-code.ts'
export {
  type ChannelDeps,
  channelOf,
  confirmChannel,
  describeChannel,
  keepFormerChannel,
  maskRecipient,
  readTrustedChannel,
} from './channel.ts'
export {
  type CodeScope as CodeSubject,
  type MessageSent,
  sendCode,
  sendSignUpCode,
  voidCode,
} from './codes.ts'
export { type CodeUse, codeMac, isCode, newCode } from './mac.ts'
export {
  type MessageCode,
  type RecoveryCode,
  type RightCode,
  tryCode,
  tryMessageCode,
  tryRecoveryCode,
  useCode,
} from './try-code.ts'
export { codeGuardRefusal, countWrongCode, forgetRow, lockGuard } from './wrong-code-lockout.ts'
