import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Factors, factors } from '#contract/factors.ts'
import { call } from '#web/lib/api.ts'

const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(factors, '/users/factors', { signal }),
  staleTime: 0,
})

/** Passkeys, app and recovery codes of who is signed in. */
export const useFactors = () => useQuery(factorsQuery)

/** Factors that ask at sign-in by themselves, the strongest first. */
export const strongFactors = (factors: Factors | undefined): ('PASSKEY' | 'TOTP')[] => [
  ...(factors && factors.passkeys.length > 0 ? (['PASSKEY'] as const) : []),
  ...(factors?.totp ? (['TOTP'] as const) : []),
]
