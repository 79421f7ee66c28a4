import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type PayrollList, payrollList } from '#contract/payrolls.ts'
import {
  type SpecialRun,
  type SpecialRunBody,
  type SpecialRunEdit,
  specialRunAnswer,
} from '#contract/special-runs.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { isRefresh, quickPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'

export const specialRunPath = (id: string) => `/special-runs/${encodeURIComponent(id)}`

/** The run is on its way. */
const isAwaited = (run: SpecialRun | undefined) =>
  run?.payment != null && run.payment.state !== 'confirmed'

const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['special-runs', id],
    queryFn: (query) =>
      call(specialRunAnswer, specialRunPath(id), {
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    // Somebody comes back from the form of an employee.
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited(state.data?.specialRun) ? quickPollMs : false),
  })

export const useSpecialRun = (id: string) =>
  useQuery({ ...runQuery(id), select: ({ specialRun }) => specialRun })

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['special-runs'] }),
      client.invalidateQueries({ queryKey: ['calendar'] }),
    ])
}

export function useSaveSpecialRun(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SpecialRunEdit) =>
      call(specialRunAnswer, specialRunPath(id), { method: 'PUT', body }),
    onSuccess: refresh,
  })
}

const existing = z.object({ specialRun: z.object({ _id: z.string() }) })

/** The sheet's id: the one that was made, or that is there already. */
export function useMakeSpecialRun() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ payrollId, body }: { payrollId: string; body: SpecialRunBody }) => {
      const path = `/companies/payrolls/${encodeURIComponent(payrollId)}/special-runs`
      try {
        const made = await sendOnce([path, body], (idempotencyKey) =>
          call(specialRunAnswer, path, { method: 'POST', body, idempotencyKey }),
        )
        return made.specialRun._id
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'SPECIAL_RUN_EXISTS') throw error
        return existing.parse(error.data).specialRun._id
      }
    },
    onSuccess: refresh,
  })
}

const atOnce = 100

/** Every payroll of which a sheet can be made. */
export const usePayrollsWithPeople = () =>
  useQuery({
    queryKey: ['payrolls', 'withPeople'],
    queryFn: async ({ signal }) => {
      const all: PayrollList['payrolls'] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = { page, limit: atOnce }
        const answer = await call(payrollList, '/payrolls', { query, signal })
        all.push(...answer.payrolls)
        pages = answer.pages
      }
      return all.filter(({ employees }) => employees > 0)
    },
  })
