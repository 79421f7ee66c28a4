import { createElement } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { later } from '#web/lib/later.ts'
import { paths } from '#web/shared/paths.ts'
import { AdminOnly, VisitorOnly } from './guards.tsx'
import {
  adminLayout,
  adminScreens,
  type LoadScreen,
  openScreens,
  sandboxLayout,
  sandboxScreens,
  visitorScreens,
} from './screens.ts'

function screen(load: LoadScreen) {
  const Screen = later(async () => (await load()).Component)
  return { element: createElement(Screen), handle: { start: Screen.start } }
}

const route = ([path, load]: (typeof openScreens)[number]) => ({ path, ...screen(load) })

export const routes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  { element: <VisitorOnly />, children: visitorScreens.map(route) },
  {
    element: <AdminOnly />,
    children: [{ ...screen(adminLayout), children: adminScreens.map(route) }],
  },
  { ...screen(sandboxLayout), children: sandboxScreens.map(route) },
  ...openScreens.map(route),
  { path: '*', element: <Navigate to={paths.notFound} replace /> },
]
