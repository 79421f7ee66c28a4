import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { token } from '#web/lib/session.ts'
import { DialogPresence } from './dialog-presence.tsx'

// The first screen does without dialogs; a form fetches this one before it is needed.
const loadLeaveDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazy(loadLeaveDialog)

/** Whether a form would lose something now. */
type Form = RefObject<() => boolean>

interface Unsaved {
  /** Until the returned function is called. */
  add: (form: Form) => () => void
  /** Asks, and goes on if the person agrees. */
  ask: (go: () => void) => void
  /** Whether any form of the page would lose something now. */
  wouldLose: () => boolean
}

const UnsavedContext = createContext<Unsaved>({
  add: () => () => undefined,
  ask: (go) => go(),
  wouldLose: () => false,
})

/** Whether something of this page is unsaved, asked at the moment of drawing. */
export const useIsUnsaved = () => useContext(UnsavedContext).wouldLose()

interface UnsavedChangesProps {
  /** A page of people who are not signed in: once they are, what they typed is saved. */
  visitor?: boolean
  children: ReactNode
}

/**
 * Asks before something unsaved is left, for all forms and dialogs of a page: the router has room for
 * one blocker. After signing out nobody is asked: nothing could be saved any more.
 */
export function UnsavedChanges({ visitor = false, children }: UnsavedChangesProps) {
  const forms = useRef(new Set<Form>())
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null)
  const wouldLose = useCallback(
    () => (token() === null) === visitor && [...forms.current].some((form) => form.current()),
    [visitor],
  )
  const isBlocking = useRef(false)
  const answerStay = useRef(() => {})
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      if (currentLocation.pathname === nextLocation.pathname || !wouldLose()) return false
      // Back once more is an answer to the question.
      if (isBlocking.current && historyAction === 'POP') setTimeout(() => answerStay.current())
      return true
    },
    [wouldLose],
  )
  const blocker = useBlocker(shouldBlock)
  const isBlocked = blocker.state === 'blocked'
  useBeforeUnload((event) => {
    if (wouldLose()) event.preventDefault()
  })
  const unsaved = useMemo<Unsaved>(
    () => ({
      add: (form) => {
        forms.current.add(form)
        // Without a connection the question comes late, and nothing is left before it.
        loadLeaveDialog().catch(() => undefined)
        return () => forms.current.delete(form)
      },
      ask: (go) => setLeaving({ go }),
      wouldLose,
    }),
    [wouldLose],
  )

  function stay() {
    setLeaving(null)
    if (blocker.state === 'blocked') blocker.reset()
  }
  function leave() {
    setLeaving(null)
    leaving?.go()
    if (blocker.state === 'blocked') blocker.proceed()
  }

  useEffect(() => {
    isBlocking.current = isBlocked
    answerStay.current = stay
  })

  return (
    <UnsavedContext value={unsaved}>
      {children}
      <Suspense>
        <DialogPresence>
          {(leaving !== null || isBlocked) && (
            // An entry of the history for it would be another navigation, which unblocks the first.
            <LeaveDialog ownsBack={isBlocked} onStay={stay} onLeave={leave} />
          )}
        </DialogPresence>
      </Suspense>
    </UnsavedContext>
  )
}

/**
 * A form that would lose something while it is dirty: leaving its page asks. Call `saved` before going
 * on after saving. A dialog closes by way of `leave`, which asks as well.
 */
export function useUnsavedChanges(isDirty: boolean) {
  const { add, ask } = useContext(UnsavedContext)
  const isOver = useRef(false)
  const form = useRef<() => boolean>(() => false)
  form.current = () => isDirty && !isOver.current
  useEffect(() => add(form), [add])

  const saved = () => {
    isOver.current = true
  }
  const leave = (go: () => void) => {
    if (!form.current()) return go()
    ask(() => {
      saved()
      go()
    })
  }
  return { saved, leave }
}
