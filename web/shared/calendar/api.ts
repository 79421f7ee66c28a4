import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  calendarAnswer,
  feedAnswer,
  feedState,
  nextPayday,
  occurrenceAnswer,
} from '#contract/calendar.ts'
import { paydaySheet } from '#contract/payments.ts'
import { type ScheduleBody, scheduleAnswer } from '#contract/schedules.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, slowPollMs } from '#web/lib/polling.ts'

const calendarQuery = queryOptions({
  queryKey: ['calendar', 'months'],
  queryFn: (query) =>
    call(calendarAnswer, '/calendar', { signal: query.signal, automatic: isRefresh(query) }),
  staleTime: 0,
  refetchInterval: slowPollMs,
})

/** The paydays of this month and the next two. */
export const useCalendar = () => useQuery(calendarQuery)

export const nextPaydayQuery = queryOptions({
  queryKey: ['calendar', 'next'],
  queryFn: (query) =>
    call(nextPayday, '/calendar/next', { signal: query.signal, automatic: isRefresh(query) }),
})

/** The payday that comes next, and how far its funds reach. */
export const useNextPayday = () => useQuery({ ...nextPaydayQuery, refetchInterval: slowPollMs })

/** The calendar is there from the first schedule on; undefined: not known yet. */
export const useHasCalendar = (): boolean | undefined => useQuery(nextPaydayQuery).data?.hasDates

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['calendar'] }),
      client.invalidateQueries({ queryKey: ['payrolls'] }),
      client.invalidateQueries({ queryKey: ['schedule'] }),
    ])
}

const schedulePath = (payrollId: string) =>
  `/companies/payrolls/${encodeURIComponent(payrollId)}/schedule`

export const scheduleQuery = (payrollId: string) =>
  queryOptions({
    queryKey: ['schedule', payrollId],
    queryFn: ({ signal }) => call(scheduleAnswer, schedulePath(payrollId), { signal }),
  })

export const useSchedule = (payrollId: string) => useQuery(scheduleQuery(payrollId))

export function useSaveSchedule(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ScheduleBody) =>
      call(scheduleAnswer, schedulePath(payrollId), { method: 'PUT', body }),
    onSettled: refresh,
  })
}

export function useRemoveSchedule(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(scheduleAnswer, schedulePath(payrollId), { method: 'DELETE' }),
    onSettled: refresh,
    meta: { toast: true },
  })
}

type Change =
  | { act: 'skip'; body: { reason: string } }
  | { act: 'move'; body: { dueAt: string } }
  | { act: 'prepare'; body: undefined }

/** Skips, moves or prepares a payday. */
export function useChangeOccurrence(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ act, body }: Change) =>
      call(occurrenceAnswer, `/calendar/${encodeURIComponent(id)}/${act}`, {
        method: 'POST',
        ...(body && { body }),
      }),
    onSettled: refresh,
  })
}

/** The people of a prepared payday; `version` is the hash of its sheet: with another one they are read again. */
export const usePaydaySheet = (id: string, version: string) =>
  useQuery({
    queryKey: ['calendar', 'sheet', id, version],
    queryFn: ({ signal }) =>
      call(paydaySheet, `/calendar/${encodeURIComponent(id)}/sheet`, { signal }),
  })

const feedPath = '/calendar/feed'

export const useFeed = () =>
  useQuery({
    queryKey: ['calendar', 'feed'],
    queryFn: ({ signal }) => call(feedState, feedPath, { signal }),
  })

export function useMakeFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(feedAnswer, feedPath, { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['calendar', 'feed'] }),
  })
}

export function useEndFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(z.unknown(), feedPath, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['calendar', 'feed'] }),
    meta: { toast: true },
  })
}
