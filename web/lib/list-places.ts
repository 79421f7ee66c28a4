import { readSignedInUser } from './session.ts'

/** The page and the search at which each list was left, for as long as the application is open. */
const left = new Map<string, string>()

/** The search of one person is nothing to the next one who signs in. */
const keyOf = (pathname: string) => `${readSignedInUser()?._id} ${pathname}`

export function noteListPlace(pathname: string, search: string) {
  left.set(keyOf(pathname), search)
}

/** The list as it was left: a link back to it does not lose its page. */
export const asLeft = (pathname: string) => `${pathname}${left.get(keyOf(pathname)) ?? ''}`
