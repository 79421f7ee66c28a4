import { createBrowserRouter, createPath, type RouteObject, redirect } from 'react-router'
import type { ScreenHandle } from '#web/lib/first-answers.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { isSignedIn, readSignedInUser } from '#web/lib/session.ts'
import { firstPage, wantPage } from '#web/shared/auth/return-page.ts'
import { paths } from '#web/shared/paths.ts'
import type { SoughtAct } from '#web/shared/roles/who-can.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { SignedInOnly, VisitorOnly } from './guards.tsx'
import { queryClient } from './query-client.ts'
import { Root } from './root.tsx'

/** A screen is a module that exports it as `Component`; each is a chunk of its own. */
type LoadScreen = NonNullable<Extract<RouteObject['lazy'], () => unknown>>

let router: ReturnType<typeof createBrowserRouter> | undefined

/** The page to which the person is going: the address says it only when the screen is there. */
function destination(): string | undefined {
  const next = router?.state.navigation.location
  return next && createPath(next)
}

const screen = (load: LoadScreen) => ({ lazy: () => importOrReload(load, destination) })

const open = (path: string, load: LoadScreen): RouteObject => ({ path, ...screen(load) })

/** Redirects before it loads the chunk of a screen that the person may not see. */
const guard = (path: string, load: LoadScreen, otherPage: () => string | null) => ({
  path,
  lazy: async () => {
    const other = otherPage()
    if (other !== null) throw redirect(other)
    return importOrReload(load, destination)
  },
})

const visitor = (path: string, load: LoadScreen) =>
  guard(path, load, () => (isSignedIn() ? firstPage(readSignedInUser()?._id) : null))

const admin = (path: string, load: LoadScreen) =>
  guard(path, load, () => {
    if (isSignedIn()) return null
    wantPage(destination() ?? createPath(window.location))
    return paths.login
  })

/** Routes of an act; people whose role cannot do it read who can. */
const onlyFor = (act: SoughtAct, children: RouteObject[]): RouteObject => ({
  ...screen(async () => {
    const { OnlyFor } = await import('./only-for.tsx')
    return { Component: () => <OnlyFor act={act} /> }
  }),
  children,
})

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
        Component: SignedInOnly,
        children: [
          {
            ...screen(() => import('./layout/admin-layout.tsx')),
            children: [
              admin(paths.dashboard, () => import('#web/features/dashboard/dashboard-screen.tsx')),
              admin(paths.approvals, () => import('#web/features/approvals/approvals-screen.tsx')),
              admin(
                paths.approval(':id'),
                () => import('#web/features/approvals/approval-screen.tsx'),
              ),
              admin(
                paths.transaction(':id'),
                () => import('#web/features/transactions/transaction-screen.tsx'),
              ),
              admin(paths.editProfile, () => import('#web/features/users/edit-profile-screen.tsx')),
              admin(paths.security, () => import('./security-screen.tsx')),
              admin(paths.calendar, () => import('#web/features/calendar/calendar-screen.tsx')),
              admin(paths.team, () => import('#web/features/team/team-screen.tsx')),
              admin(paths.employees, () => import('#web/features/employees/employees-screen.tsx')),
              admin(paths.payrolls, () => import('#web/features/payrolls/payroll-list-screen.tsx')),
              admin(
                paths.payroll(':id'),
                () => import('#web/features/payrolls/payroll-screen.tsx'),
              ),
              admin(
                paths.dollarLines(':id', ':paymentId'),
                () => import('#web/features/dollar-lines/dollar-lines-screen.tsx'),
              ),
              admin(
                paths.specialRun(':id'),
                () => import('#web/features/special-runs/special-run-screen.tsx'),
              ),
              onlyFor('readAudit', [
                admin(paths.audit, () => import('#web/features/audit/audit-screen.tsx')),
              ]),
              onlyFor('seeSystem', [
                admin(paths.system, () => import('#web/features/system/system-screen.tsx')),
              ]),
              onlyFor('changeEmployees', [
                admin(
                  paths.createEmployee,
                  () => import('#web/features/employees/create-employee-screen.tsx'),
                ),
                admin(
                  paths.editEmployee(':id'),
                  () => import('#web/features/employees/edit-employee-screen.tsx'),
                ),
              ]),
              onlyFor('changePayrolls', [
                admin(
                  paths.createPayroll,
                  () => import('#web/features/payrolls/create-payroll-screen.tsx'),
                ),
                admin(
                  paths.editPayroll(':id'),
                  () => import('#web/features/payrolls/edit-payroll-screen.tsx'),
                ),
              ]),
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
      open(
        paths.teamInvitation,
        () => import('#web/features/auth/team-invitation/team-invitation-screen.tsx'),
      ),
      open(paths.freeze, () => import('#web/features/freeze/freeze-screen.tsx')),
      open(paths.reportAddress, () => import('#web/features/address-reports/report-screen.tsx')),
      open(paths.help, () => import('#web/features/help/help-screen.tsx')),
      open(paths.helpGetBitcoin, () => import('#web/features/help/get-bitcoin-screen.tsx')),
      open(paths.notFound, () => import('./not-found-screen.tsx')),
      { path: '*', loader: () => redirect(paths.notFound) },
    ],
  },
]

type Router = NonNullable<typeof router>

/**
 * Resolves once the first screen can be drawn, with its first answers where they come soon: the page's frame
 * stays until then.
 */
export async function startRouter(): Promise<Router> {
  const started = createBrowserRouter(routes)
  router = started
  await waitForScripts(started)
  await Promise.all(
    started.state.matches.map(({ route, params }) => {
      const handle: ScreenHandle | undefined = route.handle
      return handle?.firstAnswers(queryClient, params)
    }),
  )
  return started
}

async function waitForScripts({ state, subscribe }: Router): Promise<void> {
  if (state.initialized) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = subscribe(({ initialized }) => initialized && resolve())
  await promise
  stop()
}
