export { keepFormerChannel, whereCodesGo } from './channel.ts'
export { isCodeAlive, type Purpose, sendCode, tryCode, useCode } from './codes.ts'
export { codeGuardRefusal, forgetRow } from './guard.ts'
