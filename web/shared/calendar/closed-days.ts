import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Company, company } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'

export type ClosedDay = Company['closedDays'][number]

const closedDaysKey = ['calendar', 'closedDays'] as const

/** The company's own days on which nobody is paid. */
export const useClosedDays = () =>
  useQuery({
    queryKey: closedDaysKey,
    queryFn: async ({ signal }) =>
      (await call(company, '/companies/company', { signal })).closedDays,
  })

/** Puts other ones in their place; the dates of every payroll may move. */
export function useSaveClosedDays() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (closedDays: readonly ClosedDay[]) =>
      call(company, '/companies', { method: 'PUT', body: { closedDays } }),
    onSuccess: ({ closedDays }) => client.setQueryData(closedDaysKey, closedDays),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['calendar'] }),
        client.invalidateQueries({ queryKey: ['payrolls'] }),
        client.invalidateQueries({ queryKey: ['schedule'] }),
      ]),
  })
}
