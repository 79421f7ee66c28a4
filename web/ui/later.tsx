import { createElement, type FunctionComponent, lazy, Suspense } from 'react'
import { importOrReload } from '#web/lib/newer-build.ts'

/** A screen has been drawn, and its first answers have come, this long after its script has run. */
const quietMs = 2_500
/** Between two of them the page answers. */
const pauseMs = 50

type Load<Props extends object> = () => Promise<FunctionComponent<Props>>

/** A dialog that is in no screen's own script: it is fetched with the press that opens it. */
export function later<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  const Fetched: FunctionComponent<Props> = lazy(async () => ({
    default: await importOrReload(load),
  }))
  return (props) => <Suspense>{createElement(Fetched, props)}</Suspense>
}

/** A dialog that is fetched once the screen stands: the press does not wait for it. */
export function soon<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  setTimeout(() => {
    // A failure shows when somebody opens the dialog.
    fetched = fetched.then(load).then(pause, pause)
  }, quietMs)
  return later(load)
}

/** Scripts are fetched one after the other: all at once would hold up a slow phone. */
let fetched: Promise<unknown> = Promise.resolve()

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
