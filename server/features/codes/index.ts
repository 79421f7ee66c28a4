export { keepFormerChannel, whereCodesGo } from './channel.ts'
export { isCodeAlive, sendCode, tryCode, useCode } from './codes.ts'
export { codeGuardRefusal, forgetRow } from './guard.ts'
