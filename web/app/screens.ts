import type { ComponentType } from 'react'
import { paths } from '#web/shared/paths.ts'

/** A screen is a module of a feature that exports it as `Component`; each is a chunk of its own. */
export type LoadScreen = () => Promise<{ Component: ComponentType }>
type Screens = readonly (readonly [path: string, load: LoadScreen])[]

/*
 * Apart from the router, which needs all of React: the page asks for its screen by this list as
 * soon as it is there (early.ts). So nothing is imported here but by name.
 */

export const visitorScreens: Screens = [
  [paths.login, () => import('#web/features/auth/login-screen.tsx')],
  [paths.signUp, () => import('#web/features/auth/sign-up-screen.tsx')],
  [paths.forgotPassword, () => import('#web/features/auth/forgot-password-screen.tsx')],
]

export const adminLayout: LoadScreen = () => import('./layout/admin-layout.tsx')

export const adminScreens: Screens = [
  [paths.dashboard, () => import('#web/features/dashboard/dashboard-screen.tsx')],
  [paths.transaction(':id'), () => import('#web/features/transactions/transaction-screen.tsx')],
  [paths.editProfile, () => import('#web/features/users/edit-profile-screen.tsx')],
  [paths.security, () => import('./security-screen.tsx')],
  [paths.audit, () => import('#web/features/audit/audit-screen.tsx')],
  [paths.employees, () => import('#web/features/employees/employees-screen.tsx')],
  [paths.createEmployee, () => import('#web/features/employees/create-employee-screen.tsx')],
  [paths.editEmployee(':id'), () => import('#web/features/employees/edit-employee-screen.tsx')],
  [paths.payrolls, () => import('./payroll-list-screen.tsx')],
  [paths.createPayroll, () => import('./create-payroll-screen.tsx')],
  [paths.editPayroll(':id'), () => import('#web/features/payrolls/edit-payroll-screen.tsx')],
  [paths.payroll(':id'), () => import('./payroll-screen.tsx')],
]

export const sandboxLayout: LoadScreen = () => import('#web/features/sandbox/sandbox-layout.tsx')

export const sandboxScreens: Screens = [
  [paths.sandbox, () => import('#web/features/sandbox/sandbox-screen.tsx')],
  [paths.sandboxTransaction(':txid'), () => import('#web/features/sandbox/transaction-screen.tsx')],
]

export const openScreens: Screens = [
  // Who is signed in may have forgotten the password all the same.
  [paths.resetPassword, () => import('#web/features/auth/reset-password-screen.tsx')],
  [paths.freeze, () => import('#web/features/freeze/freeze-screen.tsx')],
  [paths.help, () => import('#web/features/help/help-screen.tsx')],
  [paths.notFound, () => import('./not-found-screen.tsx')],
]

const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}/?$`)

function found(screens: Screens, pathname: string, layout?: LoadScreen): LoadScreen[] {
  const hit = screens.find(([path]) => pattern(path).test(pathname))
  if (!hit) return []
  return layout ? [layout, hit[1]] : [hit[1]]
}

/** All that is on the way to what that address shows, after the guards; nothing where it is unknown. */
export function screensAt(pathname: string, isSignedIn: boolean): LoadScreen[] {
  const open = [...found(openScreens, pathname), ...found(sandboxScreens, pathname, sandboxLayout)]
  if (open.length > 0) return open
  const wanted = pathname === paths.home ? paths.dashboard : pathname
  const ofAdmin = found(adminScreens, wanted, adminLayout)
  const ofVisitor = found(visitorScreens, wanted)
  if (isSignedIn && ofVisitor.length > 0) return screensAt(paths.dashboard, true)
  if (!isSignedIn && ofAdmin.length > 0) return screensAt(paths.login, false)
  return [...ofAdmin, ...ofVisitor]
}

/** Paths of the API that a signed-in person's first screen reads before it can show anything. */
export function firstReads(pathname: string): string[] {
  const price = '/coins/btc/price'
  const [, payrollId] = pattern(paths.payroll(':id')).exec(pathname) ?? []
  if (payrollId) {
    const read = `/payrolls/${payrollId}`
    return [read, `${read}/balance`, price, `/employees?payroll=${payrollId}&page=1&limit=10`]
  }
  const isDashboard = [paths.home, paths.dashboard, paths.login].includes(pathname)
  return isDashboard ? ['/users/dashboard', '/payrolls?page=1&limit=100', price] : []
}
