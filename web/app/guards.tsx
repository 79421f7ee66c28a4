import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { isSignedIn, useSignedInUser } from '#web/lib/session.ts'
import { firstPage, forgetLeftPage } from '#web/shared/auth/return-page.ts'
import { paths } from '#web/shared/paths.ts'

/** Screens that need a token and a user in session storage. */
export function SignedInOnly() {
  // Read for its changes: signing out anywhere leaves every screen of the company.
  useSignedInUser()
  const isIn = isSignedIn()
  useEffect(() => {
    if (isIn) forgetLeftPage()
  }, [isIn])
  return isIn ? <Outlet /> : <Navigate to={paths.login} replace />
}

/** A signed-in user leaves the login, for the page where the last session ended. */
export function VisitorOnly() {
  const user = useSignedInUser()
  return isSignedIn() ? <Navigate to={firstPage(user?._id)} replace /> : <Outlet />
}
