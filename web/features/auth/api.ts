import { useMutation, useQuery } from '@tanstack/react-query'
import { type SignInBody, type SignUpBody, session } from '#contract/auth.ts'
import { sectorList } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'
import { startSession } from '#web/lib/session.ts'

export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInBody) =>
      call(session, '/auth/sign-in', { method: 'POST', body, savesNothing: true }),
    onSuccess: startSession,
    meta: { blocking: true },
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (body: SignUpBody) => call(session, '/auth/sign-up', { method: 'POST', body }),
    onSuccess: startSession,
    meta: { blocking: true },
  })
}

/** The sectors a company chooses from; the form says itself when they can't be had. */
export function useCompanySectors() {
  return useQuery({
    queryKey: ['company-sectors'],
    queryFn: ({ signal }) => call(sectorList, '/companies/company-sector', { signal }),
    select: (data) => data.companySectors,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
}
