import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { payrollSweep, sweepAddress } from '#contract/sweeps.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, slowPollMs } from '#web/lib/polling.ts'

const noun = 'sweeps'
const addressPath = '/companies/sweep-address'
const rulePath = (payrollId: string) => `/companies/payrolls/${encodeURIComponent(payrollId)}/sweep`

/** The company's own address for what is left. */
export const useSweepAddress = () =>
  useQuery({
    queryKey: [noun, 'address'],
    queryFn: (query) =>
      call(sweepAddress, addressPath, { signal: query.signal, automatic: isRefresh(query) }),
    refetchInterval: slowPollMs,
  })

export const payrollSweepQuery = (payrollId: string) =>
  queryOptions({
    queryKey: [noun, payrollId],
    queryFn: ({ signal }) => call(payrollSweep, rulePath(payrollId), { signal }),
  })

/** The rule of a payroll. */
export const usePayrollSweep = (payrollId: string) => useQuery(payrollSweepQuery(payrollId))

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [noun] }),
      client.invalidateQueries({ queryKey: ['approvals'] }),
    ])
}

export function useRegisterAddress() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { address: string }) =>
      call(sweepAddress, addressPath, { method: 'PUT', body }),
    onSettled: refresh,
  })
}

export function useArrived() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(sweepAddress, `${addressPath}/arrived`, { method: 'POST' }),
    onSettled: refresh,
  })
}

export function useSetRule(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { floorUsd?: number }) =>
      call(payrollSweep, rulePath(payrollId), { method: 'PUT', body }),
    onSettled: refresh,
  })
}

export function useEndRule(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(payrollSweep, rulePath(payrollId), { method: 'DELETE' }),
    onSettled: refresh,
  })
}
