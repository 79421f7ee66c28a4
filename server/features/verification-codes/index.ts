export {
  type ChannelDeps,
  channelOf,
  confirmChannel,
  describeChannel,
  keepFormerChannel,
  masked,
  presentChannel,
  trustedChannel,
} from './channel.ts'
export { isCodeAlive, type RightCode, sendCode, tryCode, useCode, voidCode } from './codes.ts'
export { codeGuardRefusal, forgetRow } from './wrong-code-lockout.ts'
