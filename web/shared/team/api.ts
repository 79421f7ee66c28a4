import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Team, team } from '#contract/team.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'
import { readSignedInUser } from '#web/lib/session.ts'
import { updateSignedInUser } from '#web/lib/session-changes.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'] as const,
  queryFn: (query) =>
    call(team, '/companies/users', { signal: query.signal, automatic: isRefresh(query) }),
  // The team changes by people's acts, after which the screens ask again.
  staleTime: 60_000,
})

/** `fresh` asks again whenever a screen opens: people come by links of their own. */
export const useTeam = ({ fresh = false } = {}) =>
  useQuery({ ...teamQuery, ...(fresh && { staleTime: 0 }) })

/** Keeps the role of the session as the company has it: a higher one is given while it goes on. */
export function useOwnRoleKept() {
  const { data } = useTeam()
  useEffect(() => {
    const user = readSignedInUser()
    const own = data?.users.find(({ current }) => current)
    if (user && own?._id === user._id && own.role !== user.role) {
      updateSignedInUser({ ...user, role: own.role })
    }
  }, [data])
}

/** Whether there is more than one person, or somebody was asked to come. */
export const isTeam = (team: Team | undefined): boolean =>
  team !== undefined && team.users.length + team.invitations.length > 1
