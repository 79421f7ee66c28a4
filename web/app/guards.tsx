import { Navigate, Outlet } from 'react-router'
import { isAdmin, useSignedInUser } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'

/** Only with a token and a user of role ADMIN in session storage. */
export function AdminOnly() {
  // Read for its changes: signing out anywhere leaves every admin screen.
  useSignedInUser()
  return isAdmin() ? <Outlet /> : <Navigate to={paths.login} replace />
}

/** A signed-in user leaves the login. */
export function VisitorOnly() {
  useSignedInUser()
  return isAdmin() ? <Navigate to={paths.dashboard} replace /> : <Outlet />
}
