export { endChallenges } from './challenges.ts'
export { hasAccount, inviteCompany } from './company-invitations.ts'
export { type AuthDeps, completeSignIn, type SignInResult } from './complete-sign-in.ts'
export { sweepAccounts } from './delete-expired.ts'
export { setDeviceCookie } from './device-cookie.ts'
export { deviceOf } from './device-of.ts'
export type { Device } from './devices.ts'
export { checkNewPassword, type PasswordOwner } from './new-password.ts'
export { limitRequests } from './request-limits.ts'
export { authRoutes } from './routes.ts'
export {
  actorOf,
  decorateWithSessions,
  requireRole,
  requireSession,
  sessionOf,
} from './session-hook.ts'
export { endEverySession, endSessions, type UserSession } from './sessions.ts'
export {
  type PasswordProof,
  requirePassword,
  type StepUp,
  sendStepUp,
  spendStepUp,
  tryOwnPassword,
  tryPassword,
  tryStepUp,
  tryStepUpCode,
} from './step-up.ts'
export { userColumns, userOf } from './user.ts'
export { lacksConfirmedEmail } from './verified-email.ts'
