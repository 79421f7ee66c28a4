export {
  type ChannelDeps,
  channelOf,
  confirmChannel,
  keepFormerChannel,
  masked,
  presentChannel,
  settledChannel,
  whereCodesGo,
} from './channel.ts'
export { isCodeAlive, type RightCode, sendCode, tryCode, useCode, voidCode } from './codes.ts'
export { codeGuardRefusal, forgetRow } from './guard.ts'
