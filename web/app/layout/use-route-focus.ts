import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of screen the focus is on its heading, so that a screen reader begins there. */
export function useRouteFocus(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    // The first screen keeps what the browser focuses; a query (page, search) is no other screen.
    if (shown.current === pathname) return
    shown.current = pathname
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, main])
}
