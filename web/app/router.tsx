import { createBrowserRouter, createPath, type RouteObject, redirect } from 'react-router'
import { importOrReload } from '#web/lib/newer-build.ts'
import { isAdmin } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'
import { ErrorScreen } from './error-screen.tsx'
import { AdminOnly, VisitorOnly } from './guards.tsx'
import { Root } from './root.tsx'

/** A screen is a module that exports it as `Component`; each is a chunk of its own. */
type LoadScreen = NonNullable<Extract<RouteObject['lazy'], () => unknown>>

let router: ReturnType<typeof createBrowserRouter> | undefined

/** Where the person is going: the address says it only when the screen is there. */
function destination(): string | undefined {
  const next = router?.state.navigation.location
  return next && createPath(next)
}

const screen = (load: LoadScreen) => ({ lazy: () => importOrReload(load, destination) })

const open = (path: string, load: LoadScreen): RouteObject => ({ path, ...screen(load) })

/** Redirects before it loads the chunk of a screen that the person may not see. */
const guarded = (path: string, load: LoadScreen, mayEnter: () => boolean, other: string) => ({
  path,
  lazy: async () => {
    if (!mayEnter()) throw redirect(other)
    return importOrReload(load, destination)
  },
})

const visitor = (path: string, load: LoadScreen) =>
  guarded(path, load, () => !isAdmin(), paths.dashboard)
const admin = (path: string, load: LoadScreen) => guarded(path, load, isAdmin, paths.login)

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    children: [
      { index: true, loader: () => redirect(paths.dashboard) },
      {
        Component: VisitorOnly,
        children: [
          visitor(paths.login, () => import('#web/features/auth/login-screen.tsx')),
          visitor(paths.signUp, () => import('#web/features/auth/sign-up-screen.tsx')),
          visitor(
            paths.forgotPassword,
            () => import('#web/features/auth/forgot-password-screen.tsx'),
          ),
        ],
      },
      {
        Component: AdminOnly,
        children: [
          {
            ...screen(() => import('./layout/admin-layout.tsx')),
            children: [
              admin(paths.dashboard, () => import('#web/features/dashboard/dashboard-screen.tsx')),
              admin(
                paths.transaction(':id'),
                () => import('#web/features/transactions/transaction-screen.tsx'),
              ),
              admin(paths.editProfile, () => import('#web/features/users/edit-profile-screen.tsx')),
              admin(paths.security, () => import('./security-screen.tsx')),
              admin(paths.audit, () => import('#web/features/audit/audit-screen.tsx')),
              admin(paths.employees, () => import('#web/features/employees/employees-screen.tsx')),
              admin(
                paths.createEmployee,
                () => import('#web/features/employees/create-employee-screen.tsx'),
              ),
              admin(
                paths.editEmployee(':id'),
                () => import('#web/features/employees/edit-employee-screen.tsx'),
              ),
              admin(paths.payrolls, () => import('./payroll-list-screen.tsx')),
              admin(paths.createPayroll, () => import('./create-payroll-screen.tsx')),
              admin(
                paths.editPayroll(':id'),
                () => import('#web/features/payrolls/edit-payroll-screen.tsx'),
              ),
              admin(paths.payroll(':id'), () => import('./payroll-screen.tsx')),
            ],
          },
        ],
      },
      {
        ...screen(() => import('#web/features/sandbox/sandbox-layout.tsx')),
        children: [
          open(paths.sandbox, () => import('#web/features/sandbox/sandbox-screen.tsx')),
          open(
            paths.sandboxTransaction(':txid'),
            () => import('#web/features/sandbox/transaction-screen.tsx'),
          ),
        ],
      },
      // Somebody signed in may have forgotten the password all the same.
      open(paths.resetPassword, () => import('#web/features/auth/reset-password-screen.tsx')),
      open(paths.freeze, () => import('#web/features/freeze/freeze-screen.tsx')),
      open(paths.help, () => import('#web/features/help/help-screen.tsx')),
      open(paths.notFound, () => import('./not-found-screen.tsx')),
      { path: '*', loader: () => redirect(paths.notFound) },
    ],
  },
]

/** Resolves once the first screen can be drawn: the page's frame stays until then. */
export async function startRouter() {
  const started = createBrowserRouter(routes)
  router = started
  if (started.state.initialized) return started
  await new Promise<void>((resolve) => {
    const stop = started.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
  return started
}
