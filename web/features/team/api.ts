import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type InviteBody, member, teamInvitation } from '#contract/team.ts'
import type { StepUpGiven } from '#contract/users.ts'
import type { Role } from '#domain/roles.ts'
import { call } from '#web/lib/api.ts'
import { teamQuery } from '#web/shared/team/api.ts'

const memberPath = (id: string) => `/companies/users/${encodeURIComponent(id)}`
const invitationPath = (id: string) => `/companies/invitations/${encodeURIComponent(id)}`

/** Asks for the list again after any outcome. */
function useTeamChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery.queryKey }),
    meta: { blocking: true },
  })
}

export const useInviteMember = () =>
  useTeamChange((body: InviteBody) =>
    call(teamInvitation, '/companies/invitations', { method: 'POST', body }),
  )

export const useResend = () =>
  useTeamChange((id: string) =>
    call(teamInvitation, `${invitationPath(id)}/resend`, { method: 'POST' }),
  )

export const useDeleteInvitation = () =>
  useTeamChange((id: string) => call(z.null(), invitationPath(id), { method: 'DELETE' }))

/** The dialog has said that too few are left for the rules. */
type Confirmed = { confirmed: boolean }

export const useChangeRole = () =>
  useTeamChange(({ id, ...body }: { id: string; role: Role } & Confirmed) =>
    call(member, memberPath(id), { method: 'PATCH', body }),
  )

/** Takes back a change that waits. */
export const useUndoChange = () =>
  useTeamChange((id: string) =>
    call(z.unknown(), `/companies/approval-rules/pending/${encodeURIComponent(id)}`, {
      method: 'DELETE',
    }),
  )

export const useRemoveMember = () =>
  useTeamChange(({ id, ...body }: { id: string } & Confirmed) =>
    call(z.null(), memberPath(id), { method: 'DELETE', body }),
  )

export const useResetFactors = () =>
  useTeamChange(({ id, given }: { id: string; given: StepUpGiven }) =>
    call(z.null(), `${memberPath(id)}/reset-factors`, { method: 'POST', body: given }),
  )
