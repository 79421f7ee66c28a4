export { authRoutes } from './routes.ts'
export { actorOf, decorateWithSessions, requireSession, sessionOf } from './session-hook.ts'
export { userColumns, userOf } from './user.ts'
