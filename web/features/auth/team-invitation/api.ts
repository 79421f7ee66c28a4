import { useMutation, useQuery } from '@tanstack/react-query'
import { session } from '#contract/auth.ts'
import { type AcceptInvitationBody, invitationShown } from '#contract/team.ts'
import { call } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session-tabs.ts'

const path = (token: string) => `/invitations/${encodeURIComponent(token)}`

export function useTeamInvitation(token: string) {
  return useQuery({
    queryKey: ['team-invitation', token],
    queryFn: ({ signal }) => call(invitationShown, path(token), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useAcceptInvitation(token: string) {
  return useMutation({
    mutationFn: (body: AcceptInvitationBody) =>
      call(session, path(token), { method: 'POST', body }),
    onSuccess: beginSession,
    meta: { blocking: true },
  })
}
