import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { company } from '#contract/company.ts'
import { user } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { replaceUser, signedInUser } from '#web/lib/session.ts'

export interface Profile {
  firstName: string
  lastName: string
  companyName: string
}

const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
  // A form is filled once: what it shows must not be older than the click that opened it.
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { quiet: true },
})

export const useCompany = () => useQuery(companyQuery)

/**
 * The person and the company are two calls; each is made only where something changed, so that a
 * second try after a failure of the other repeats nothing.
 */
export function useSaveProfile(known: { companyName: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ firstName, lastName, companyName }: Profile) => {
      const present = signedInUser()
      if (present?.firstName !== firstName || present.lastName !== lastName) {
        const body = { firstName, lastName }
        replaceUser(await call(user, '/users', { method: 'PUT', body }))
      }
      if (companyName !== known.companyName) {
        await call(company, '/companies', { method: 'PUT', body: { name: companyName } })
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    meta: { quiet: true, blocking: true },
  })
}
