import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'

/** Around every screen. */
export function Root() {
  return (
    <Suspense>
      <Outlet />
      <ScrollRestoration />
    </Suspense>
  )
}
