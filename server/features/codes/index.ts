export {
  channelOf,
  confirmChannel,
  keepFormerChannel,
  presentChannel,
  settledChannel,
  whereCodesGo,
} from './channel.ts'
export { isCodeAlive, type RightCode, sendCode, tryCode, useCode } from './codes.ts'
export { codeGuardRefusal, forgetRow } from './guard.ts'
