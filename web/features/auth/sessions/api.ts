import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type SessionList, sessionList } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'

export type SignedInDevice = SessionList['sessions'][number]

const devicesKey = ['sessions'] as const

export function useDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => call(sessionList, '/auth/sessions', { signal }),
    // The present session first, so that the others are below it.
    select: ({ sessions }) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    staleTime: 0,
  })
}

export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, password }: { ids: readonly string[]; password: string }) => {
      for (const id of ids) {
        const path = `/auth/sessions/${encodeURIComponent(id)}`
        await call(z.null(), path, { method: 'DELETE', body: { password } })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}
