import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ApprovalRules, approvalRules } from '#contract/approval-rules.ts'
import { ApiError, call } from '#web/lib/api.ts'

const none: ApprovalRules = { tiers: [], strongOnly: false, pending: null }

const approvalRulesQuery = queryOptions({
  queryKey: ['approval-rules'] as const,
  queryFn: async ({ signal }): Promise<ApprovalRules> => {
    try {
      return await call(approvalRules, '/companies/approval-rules', { signal })
    } catch (error) {
      // A server of before the rules has none.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return none
      throw error
    }
  },
})

/** The company's rules of approvals by several people. */
export const useApprovalRules = () => useQuery(approvalRulesQuery)
