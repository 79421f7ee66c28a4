import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

interface Presence {
  isOpen: boolean
  /** The dialog has faded away. */
  exited: () => void
  setBusy: (busy: boolean) => void
}

const PresenceContext = createContext<Presence>({
  isOpen: true,
  exited: () => undefined,
  setBusy: () => undefined,
})

/** Whether the dialog around is open, or only fading away or at work behind the screen. */
export const useDialogPresence = () => useContext(PresenceContext)

/** Keeps the dialog around mounted though it is closed; opened again it is the same one. */
export function useStaysMounted(busy: boolean) {
  const { setBusy } = useDialogPresence()
  useEffect(() => {
    setBusy(busy)
    return () => setBusy(false)
  }, [busy, setBusy])
}

/**
 * `{isOpen && <SomeDialog />}` goes in here: a dialog is mounted when it opens, so its state starts
 * again each time, and stays as it was until it has faded away.
 */
export function DialogPresence({ children }: { children: ReactNode }) {
  const isOpen = Boolean(children)
  const [state, setState] = useState({ isOpen: false, isGone: true, round: 0 })
  const [isBusy, setBusy] = useState(false)
  const last = useRef<ReactNode>(null)
  if (isOpen) last.current = children
  if (isOpen !== state.isOpen) {
    setState(
      isOpen
        ? { isOpen, isGone: false, round: isBusy ? state.round : state.round + 1 }
        : { ...state, isOpen },
    )
  }
  const presence = useMemo(
    () => ({ isOpen, setBusy, exited: () => setState((now) => ({ ...now, isGone: true })) }),
    [isOpen],
  )
  if (!isOpen && state.isGone && !isBusy) return null
  return (
    <PresenceContext value={presence}>
      <Fragment key={state.round}>{last.current}</Fragment>
    </PresenceContext>
  )
}
