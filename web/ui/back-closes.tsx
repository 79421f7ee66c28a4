import { useEffect, useEffectEvent, useReducer, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

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

interface Place {
  /** The router's number of the entry in the history; null in a router without a browser. */
  readonly at: number | null
  /** The dialog whose entry it is. */
  readonly layer: string | null
}

/**
 * The place that the browser knows: the router draws a move a while later, and two that cancel out
 * not at all.
 */
function place(): Place {
  const { idx, usr } = window.history.state ?? {}
  return {
    at: typeof idx === 'number' ? idx : null,
    layer: typeof usr?.layer === 'string' ? usr.layer : null,
  }
}

/** A dialog that closes needs a moment; one that is still open after it has refused, or asks first. */
const closesWithinMs = 100

/** Once, around the screens whose dialogs it is for. */
export function BackCloses() {
  const location = useLocation()
  const navigate = useNavigate()
  const { state } = useNavigation()
  useSyncExternalStore(subscribe, () => layers)
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const before = useRef(place())
  const closing = useRef<Layer>(null)

  // React draws some moves before the page hears of them, and others never: the first look finds the place
  // changed, and the second one nothing new.
  const look = useEffectEvent(() => {
    const last = before.current
    const now = place()
    before.current = now
    if (now.at === null || last.at === null || now.at >= last.at) return
    const top = layers.at(-1)
    if (top) {
      closing.current = top
      top.close()
      setTimeout(() => {
        closing.current = null
        lookAgain()
      }, closesWithinMs)
    } else if (last.layer !== null && now.at === last.at - 1) void navigate(-1)
  })

  useEffect(() => {
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])

  useEffect(() => {
    look()
    // An entry now would end the move to another page, whose script is still on its way.
    if (state !== 'idle') return
    const top = layers.at(-1)
    const present = place()
    if (!top || closing.current === top || present.at === null) return
    if (layers.some(({ id }) => id === present.layer)) return
    void navigate(location, {
      state: { ...location.state, layer: top.id },
      replace: present.layer !== null,
      preventScrollReset: true,
    })
    before.current = place()
  })

  return null
}
