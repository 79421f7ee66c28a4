import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import { freezeState } from '#contract/freezes.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { endEverywhere } from '#web/lib/session-tabs.ts'

const pathOf = (token: string) => `/freezes/${encodeURIComponent(token)}`
const companyKey = ['company', 'frozen'] as const

export const frozenQuery = queryOptions({
  queryKey: companyKey,
  queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
  staleTime: 60_000,
})

/** The company of the link; reading it changes nothing. */
export function useFreezeLink(token: string) {
  return useQuery({
    queryKey: ['freeze', token],
    queryFn: ({ signal }) => call(freezeState, pathOf(token), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useFreeze(token: string) {
  return useMutation({
    mutationFn: () => call(freezeState, pathOf(token), { method: 'POST' }),
    // A freeze ends every session of the company, this browser's too if there is one.
    onSuccess: () => endEverywhere('closed'),
    meta: { blocking: true },
  })
}

/** Since when the company of who is signed in is frozen; null where it is not. */
export const useFrozenAt = () => useQuery({ ...frozenQuery, select: ({ frozenAt }) => frozenAt })

export function useUnfreeze() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (proof: StepUpGiven) =>
      call(company, '/companies/unfreeze', { method: 'POST', body: proof }),
    onSuccess: (changed) => {
      client.setQueryData(companyKey, changed)
      void client.invalidateQueries()
    },
    meta: { blocking: true },
  })
}

/** Sends the mail by which the password is reset. */
export function useAskPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      call(z.null(), '/users/reset-password', {
        method: 'POST',
        body: { email },
        savesNothing: true,
      }),
    meta: { toast: true, blocking: true },
  })
}
