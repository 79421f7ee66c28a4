import type { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { type Location, type NavigateOptions, parsePath, type To } from 'react-router'

type History = ReturnType<typeof createBrowserHistory>

/** Where the person is, and how they came there. */
export interface Place {
  location: Location
  action: History['action']
  /** A change of what the screen shows: the page stays where it was scrolled to. */
  keepsScroll: boolean
}

interface Hold {
  /** Whether somebody must be asked before going there. */
  keeps: (pathname: string) => boolean
  ask: (leave: () => void) => void
}

/** A history whose steps a half-filled form may hold back until the person has decided. */
export function createNavigation(history: History) {
  let hold: Hold | undefined
  let keepsScroll = false
  let isSteppingBack = false

  const heldTo = (pathname: string) => (hold?.keeps(pathname) ? hold : undefined)

  function leaveBy(step: () => void) {
    hold = undefined
    step()
  }

  function go(to: To, options: NavigateOptions | undefined, step: () => void) {
    const { pathname } = typeof to === 'string' ? parsePath(to) : to
    const take = () => {
      keepsScroll = options?.preventScrollReset ?? false
      step()
    }
    const held = heldTo(pathname ?? history.location.pathname)
    if (held) held.ask(() => leaveBy(take))
    else take()
  }

  function listen(show: (place: Place) => void) {
    return history.listen(({ action, location, delta }) => {
      if (isSteppingBack) {
        isSteppingBack = false
        return
      }
      // The browser's own buttons have already gone there: back to the form, and then it is asked.
      const held = action === 'POP' && delta ? heldTo(location.pathname) : undefined
      if (held && delta) {
        isSteppingBack = true
        history.go(-delta)
        held.ask(() => leaveBy(() => history.go(delta)))
        return
      }
      show({ action, location, keepsScroll: action !== 'POP' && keepsScroll })
    })
  }

  return {
    listen,
    now: (): Place => ({
      action: history.action,
      location: history.location,
      keepsScroll: false,
    }),
    /** For React Router. */
    navigator: {
      createHref: (to: To) => history.createHref(to),
      encodeLocation: (to: To) => history.encodeLocation(to),
      go: (steps: number) => history.go(steps),
      push: (to: To, state?: unknown, options?: NavigateOptions) =>
        go(to, options, () => history.push(to, state)),
      replace: (to: To, state?: unknown, options?: NavigateOptions) =>
        go(to, options, () => history.replace(to, state)),
    },
    /** One form at a time; gives what ends it. */
    hold(next: Hold): () => void {
      hold = next
      return () => {
        if (hold === next) hold = undefined
      }
    },
  }
}
