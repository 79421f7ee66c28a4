import { type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react'
import { matchRoutes, type RouteObject, Router, useRoutes } from 'react-router'
import { navigation } from '#web/lib/browser-navigation.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useScroll } from './use-scroll.ts'

/**
 * Asks for all that is on the way to a place at once; React by itself would ask for a screen only
 * when its layout is there.
 */
function startLoading(routes: RouteObject[], pathname: string) {
  for (const { route } of matchRoutes(routes, pathname) ?? []) route.handle?.start()
}

/** Shows the screen of the address. The last one stays until the next one is there. */
export function Routing({ routes }: { routes: RouteObject[] }) {
  const [place, setPlace] = useState(navigation.now)
  useLayoutEffect(
    () =>
      navigation.listen((next) => {
        startLoading(routes, next.location.pathname)
        startTransition(() => setPlace(next))
      }),
    [routes],
  )
  useScroll(place)
  return (
    <Router
      location={place.location}
      navigationType={place.action}
      navigator={navigation.navigator}
    >
      <ErrorBoundary place={place.location.key}>
        <Suspense>
          <Screens routes={routes} />
        </Suspense>
      </ErrorBoundary>
    </Router>
  )
}

const Screens = ({ routes }: { routes: RouteObject[] }): ReactNode => useRoutes(routes)
