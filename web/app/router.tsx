import { createBrowserRouter, Navigate, Outlet, ScrollRestoration } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { ErrorScreen } from './error-screen.tsx'
import { AdminOnly, VisitorOnly } from './guards.tsx'

/** A screen is a module of a feature that exports it as `Component`; each is a chunk of its own. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: (
        <>
          <Outlet />
          <ScrollRestoration />
        </>
      ),
      ErrorBoundary: ErrorScreen,
      hydrateFallbackElement: <></>,
      children: [
        { index: true, element: <Navigate to={paths.dashboard} replace /> },
        {
          element: <VisitorOnly />,
          children: [
            { path: '/login', lazy: () => import('#web/features/auth/login-screen.tsx') },
            { path: '/sign-up', lazy: () => import('#web/features/auth/sign-up-screen.tsx') },
            {
              path: paths.forgotPassword,
              lazy: () => import('#web/features/auth/forgot-password-screen.tsx'),
            },
          ],
        },
        {
          // Who is signed in may have forgotten the password all the same.
          path: paths.resetPassword,
          lazy: () => import('#web/features/auth/reset-password-screen.tsx'),
        },
        {
          element: <AdminOnly />,
          children: [
            {
              lazy: () => import('./layout/admin-layout.tsx'),
              children: [
                {
                  path: paths.dashboard,
                  lazy: () => import('#web/features/dashboard/dashboard-screen.tsx'),
                },
                {
                  path: paths.transaction(':id'),
                  lazy: () => import('#web/features/transactions/transaction-screen.tsx'),
                },
                {
                  path: paths.editProfile,
                  lazy: () => import('#web/features/profile/edit-profile-screen.tsx'),
                },
                {
                  path: paths.security,
                  lazy: () => import('#web/features/security/security-screen.tsx'),
                },
                {
                  path: paths.audit,
                  lazy: () => import('#web/features/audit/audit-screen.tsx'),
                },
                {
                  path: paths.employees,
                  lazy: () => import('#web/features/employees/employees-screen.tsx'),
                },
                {
                  path: paths.createEmployee,
                  lazy: () => import('#web/features/employees/create-employee-screen.tsx'),
                },
                {
                  path: paths.editEmployee(':id'),
                  lazy: () => import('#web/features/employees/edit-employee-screen.tsx'),
                },
                {
                  path: paths.payrolls,
                  lazy: () => import('#web/features/payrolls/payroll-list-screen.tsx'),
                },
                {
                  path: paths.createPayroll,
                  lazy: () => import('#web/features/payrolls/create-payroll-screen.tsx'),
                },
                {
                  path: paths.editPayroll(':id'),
                  lazy: () => import('#web/features/payrolls/edit-payroll-screen.tsx'),
                },
                {
                  path: paths.payroll(':id'),
                  lazy: () => import('./payroll-screen.tsx'),
                },
              ],
            },
          ],
        },
        {
          lazy: () => import('#web/features/sandbox/sandbox-layout.tsx'),
          children: [
            {
              path: paths.sandbox,
              lazy: () => import('#web/features/sandbox/sandbox-screen.tsx'),
            },
            {
              path: paths.sandboxTransaction(':txid'),
              lazy: () => import('#web/features/sandbox/transaction-screen.tsx'),
            },
          ],
        },
        { path: paths.help, lazy: () => import('#web/features/help/help-screen.tsx') },
        { path: paths.notFound, lazy: () => import('./not-found-screen.tsx') },
        { path: '*', element: <Navigate to={paths.notFound} replace /> },
      ],
    },
  ])
}
