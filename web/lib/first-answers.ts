import type { QueryClient } from '@tanstack/react-query'
import type { Params } from 'react-router'

/** The `handle` of a screen that knows which answers it begins with. */
export interface ScreenHandle {
  /** Asks for them. Resolves when they are there, or will not come soon; a failure is the screen's to show. */
  firstAnswers: (client: QueryClient, params: Params) => Promise<unknown>
}

/** A slow phone draws for longer than that: a screen that waits is drawn once, and not with a skeleton before. */
const patienceMs = 400

export const inTime = (answers: readonly Promise<void>[]): Promise<unknown> =>
  Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, patienceMs))])
