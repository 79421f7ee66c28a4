import { useMutation, useQuery } from '@tanstack/react-query'
import { session } from '#contract/auth.ts'
import { sectorList } from '#contract/company.ts'
import { invitation, type SignUpBody } from '#contract/sign-up.ts'
import { call } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session-tabs.ts'

// Apart from the calls of the login, which loads none of it (decision 24).

/** The e-mail that an invitation is for. Its token goes in a body: no log keeps those. */
export function useSignUpInvitation(token: string) {
  return useQuery({
    queryKey: ['sign-up', token],
    queryFn: ({ signal }) =>
      call(invitation, '/auth/sign-up/invitation', {
        method: 'POST',
        body: { invitation: token },
        savesNothing: true,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (body: SignUpBody) => call(session, '/auth/sign-up', { method: 'POST', body }),
    onSuccess: beginSession,
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
  })
}
