import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router'

/**
 * Back closes what is open over the page, as Android's gesture does everywhere. An open dialog has an
 * entry of the history of its own, with the page's address. Closed by a button it leaves that entry
 * behind: to go back at once would race with whatever the button does next. The entry is used again by
 * the next dialog, and Back passes over it.
 */
interface Layer {
  readonly id: string
  readonly close: () => void
}

let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Layer[]) {
  layers = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** No entry of before a reload may look like one of an open dialog. */
const pageLoad = Date.now().toString(36)
let count = 0

/** Back calls `close` while it is open. */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    count += 1
    const layer = { id: `${pageLoad}-${count}`, close: () => latest.current() }
    change([...layers, layer])
    return () => change(layers.filter((other) => other !== layer))
  }, [isOpen])
}

/** The entry's place in the history, as the router numbers it; null in a router without a browser. */
function position(): number | null {
  const index: unknown = window.history.state?.idx
  return typeof index === 'number' ? index : null
}

function layerOf({ state }: Location): string | null {
  const layer: unknown = state?.layer
  return typeof layer === 'string' ? layer : null
}

/** A dialog that closes needs a moment; one that is still open after it has refused, or asks first. */
const closesWithinMs = 100

/** Once, around the screens whose dialogs it is for. */
export function BackCloses() {
  const location = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const open = useSyncExternalStore(subscribe, () => layers)
  const before = useRef({ at: position(), layer: layerOf(location) })
  const closing = useRef<Layer>(null)

  useEffect(() => {
    const last = before.current
    const at = position()
    before.current = { at, layer: layerOf(location) }
    if (at === null || last.at === null || at > last.at) return
    // A place further back is Back, also where a screen has replaced its address at once.
    if (type !== 'POP' && at === last.at) return
    const top = layers.at(-1)
    if (top) {
      // Also where Back came while the entry was made: the place is the one of before, then.
      closing.current = top
      top.close()
    } else if (last.layer !== null && at === last.at - 1) void navigate(-1)
  }, [location, type, navigate])

  useEffect(() => {
    const top = open.at(-1)
    if (!top || position() === null) return
    function giveEntry(layer: Layer) {
      const present = layerOf(location)
      if (layers.some(({ id }) => id === present)) return
      void navigate(location, {
        state: { ...location.state, layer: layer.id },
        replace: present !== null,
        preventScrollReset: true,
      })
    }
    if (closing.current !== top) {
      giveEntry(top)
      return
    }
    const timer = setTimeout(() => {
      closing.current = null
      if (layers.at(-1) === top) giveEntry(top)
    }, closesWithinMs)
    return () => clearTimeout(timer)
  }, [open, location, navigate])

  return null
}
