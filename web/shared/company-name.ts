import { queryOptions, useQuery } from '@tanstack/react-query'
import { company } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'

export const companyNameQuery = queryOptions({
  queryKey: ['company', 'name'],
  queryFn: async ({ signal }) => (await call(company, '/companies/company', { signal })).name,
})

/** Undefined until it is known. */
export const useCompanyName = () => useQuery(companyNameQuery).data
