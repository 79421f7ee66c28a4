import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { noteListPlace } from './list-places.ts'

/**
 * The page and the search of a list, kept in the address bar, so that going back from a row, a
 * reload and a bookmark all show the same rows. A new search begins at its first page. A list that
 * stands further down its screen `staysInView` when its page is turned.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  useEffect(() => noteListPlace(location.pathname, location.search), [location])
  const typed = Number(params.get('page') ?? '1')
  const page = Number.isInteger(typed) && typed >= 1 ? typed : 1
  const search = params.get('search') ?? ''

  const setPage = useCallback(
    (next: number, { replace = false, staysInView = false } = {}) =>
      setParams(
        (present) => {
          if (next <= 1) present.delete('page')
          else present.set('page', String(next))
          return present
        },
        { replace, preventScrollReset: replace || staysInView },
      ),
    [setParams],
  )
  const setSearch = useCallback(
    (text: string) => setParams(narrowedBy('search', text)),
    [setParams],
  )
  const showAll = useCallback(() => setParams({}), [setParams])
  return { page, search, setPage, setSearch, showAll }
}

/** Narrows a list in the address bar, from its first page on; '' widens it again. */
export const narrowedBy = (name: string, value: string) => (params: URLSearchParams) => {
  params.delete('page')
  if (value === '') params.delete(name)
  else params.set(name, value)
  return params
}

/** Another page where there is none: the last one's only row was deleted, or the address was typed. */
export function useClampedPage(
  { page, setPage }: Pick<ReturnType<typeof useListParams>, 'page' | 'setPage'>,
  pages: number | undefined,
) {
  const lastPage = Math.max(1, pages ?? page)
  useEffect(() => {
    if (page > lastPage) setPage(lastPage, { replace: true })
  }, [page, lastPage, setPage])
}
