import { z } from 'zod/mini'
import { type Ending, ending } from '#web/lib/session-tabs.ts'
import { paths } from '#web/shared/paths.ts'

/**
 * The page on which somebody was when the session ended, or wanted to go to without one. In session
 * storage, so that no link can name a page, and nothing of it stands in the address.
 */
const left = z.object({ page: z.string(), ending: z.nullable(ending) })
export type LeftPage = z.infer<typeof left>

const key = 'left'

export function readLeftPage(): LeftPage | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    return left.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function store(page: LeftPage) {
  sessionStorage.setItem(key, JSON.stringify(page))
}

export const forgetLeftPage = () => sessionStorage.removeItem(key)

/** The session is over on that page: call it once storage is cleared. */
export const leavePage = (page: string, over: Ending) => store({ page, ending: over })

/** Somebody without a session wants that page. After an ending its reason stays. */
export const wantPage = (page: string) => store({ page, ending: readLeftPage()?.ending ?? null })

/** Only a path of this origin; storage can be edited. */
function isOwnPath(page: string): boolean {
  if (!page.startsWith('/') || !URL.canParse(page, window.location.origin)) return false
  return new URL(page, window.location.origin).origin === window.location.origin
}

/** The page that somebody who signed in sees first; another person does not get the last one's. */
export function firstPage(userId: string | undefined): string {
  const before = readLeftPage()
  if (before === null || !isOwnPath(before.page)) return paths.dashboard
  if (before.ending !== null && before.ending.userId !== userId) return paths.dashboard
  return before.page
}
