import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Company, company } from '#contract/company.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'

export const companyKey = ['company', 'approval'] as const

export function useCompanySettings() {
  return useQuery({
    queryKey: companyKey,
    queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })
}

export type CompanyApproval = Company['approval']

export function useSaveApproval() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { approval: CompanyApproval } & StepUpGiven) =>
      call(company, '/companies', { method: 'PUT', body }),
    onSuccess: (changed) => {
      client.setQueryData(companyKey, changed)
    },
    meta: { blocking: true },
  })
}
