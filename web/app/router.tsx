import { type ComponentType, createElement } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { later } from '#web/lib/later.ts'
import { paths } from '#web/lib/paths.ts'
import { AdminOnly, VisitorOnly } from './guards.tsx'

/** A screen is a module of a feature that exports it as `Component`; each is a chunk of its own. */
function screen(load: () => Promise<{ Component: ComponentType }>) {
  const Screen = later(async () => (await load()).Component)
  return { element: createElement(Screen), handle: { start: Screen.start } }
}

export const routes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  {
    element: <VisitorOnly />,
    children: [
      { path: '/login', ...screen(() => import('#web/features/auth/login-screen.tsx')) },
      { path: '/sign-up', ...screen(() => import('#web/features/auth/sign-up-screen.tsx')) },
      {
        path: paths.forgotPassword,
        ...screen(() => import('#web/features/auth/forgot-password-screen.tsx')),
      },
    ],
  },
  {
    // Who is signed in may have forgotten the password all the same.
    path: paths.resetPassword,
    ...screen(() => import('#web/features/auth/reset-password-screen.tsx')),
  },
  {
    element: <AdminOnly />,
    children: [
      {
        ...screen(() => import('./layout/admin-layout.tsx')),
        children: [
          {
            path: paths.dashboard,
            ...screen(() => import('#web/features/dashboard/dashboard-screen.tsx')),
          },
          {
            path: paths.transaction(':id'),
            ...screen(() => import('#web/features/transactions/transaction-screen.tsx')),
          },
          {
            path: paths.editProfile,
            ...screen(() => import('#web/features/profile/edit-profile-screen.tsx')),
          },
          {
            path: paths.security,
            ...screen(() => import('#web/features/security/security-screen.tsx')),
          },
          {
            path: paths.audit,
            ...screen(() => import('#web/features/audit/audit-screen.tsx')),
          },
          {
            path: paths.employees,
            ...screen(() => import('#web/features/employees/employees-screen.tsx')),
          },
          {
            path: paths.createEmployee,
            ...screen(() => import('#web/features/employees/create-employee-screen.tsx')),
          },
          {
            path: paths.editEmployee(':id'),
            ...screen(() => import('#web/features/employees/edit-employee-screen.tsx')),
          },
          {
            path: paths.payrolls,
            ...screen(() => import('#web/features/payrolls/payroll-list-screen.tsx')),
          },
          {
            path: paths.createPayroll,
            ...screen(() => import('#web/features/payrolls/create-payroll-screen.tsx')),
          },
          {
            path: paths.editPayroll(':id'),
            ...screen(() => import('#web/features/payrolls/edit-payroll-screen.tsx')),
          },
          {
            path: paths.payroll(':id'),
            ...screen(() => import('./payroll-screen.tsx')),
          },
        ],
      },
    ],
  },
  {
    ...screen(() => import('#web/features/sandbox/sandbox-layout.tsx')),
    children: [
      {
        path: paths.sandbox,
        ...screen(() => import('#web/features/sandbox/sandbox-screen.tsx')),
      },
      {
        path: paths.sandboxTransaction(':txid'),
        ...screen(() => import('#web/features/sandbox/transaction-screen.tsx')),
      },
    ],
  },
  { path: paths.help, ...screen(() => import('#web/features/help/help-screen.tsx')) },
  { path: paths.notFound, ...screen(() => import('./not-found-screen.tsx')) },
  { path: '*', element: <Navigate to={paths.notFound} replace /> },
]
