import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type ApprovalRulesEdit, approvalRules } from '#contract/approval-rules.ts'
import { type Company, type CompanyEdit, company } from '#contract/company.ts'
import { team } from '#contract/team.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'

const rulesKey = ['approval-rules', 'edit'] as const
const path = '/companies/approval-rules'

export function useRules() {
  return useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => call(approvalRules, path, { signal }),
    // The rules fill a form, which must not change while somebody types.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  })
}

/** The people who could approve, and whose approval counts. */
export function useApprovers() {
  return useQuery({
    queryKey: ['team', 'counts'],
    queryFn: ({ signal }) => call(team, '/companies/users', { signal }),
    staleTime: 0,
  })
}

/** All that depends on the rules, after any outcome. */
export function useRefreshRules() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['approval-rules', 'team', 'approvals', 'payment-preview', 'company']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

/** The form calls `useRefreshRules` once both of its parts are through. */
export const saveRules = (body: ApprovalRulesEdit & StepUpGiven) =>
  call(approvalRules, path, { method: 'PUT', body })

/** Takes back a change that waits; nothing of it is kept. */
export function useUndoRules() {
  const refresh = useRefreshRules()
  return useMutation({
    mutationFn: (id: string) =>
      call(z.unknown(), `${path}/pending/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: refresh,
  })
}

type Settings = Partial<Pick<Company, 'approval' | 'addressHoldHours'>>

/** Whether settings that ask for less wait for their approvals: the company is as it was. */
export const settingsWait = (sent: CompanyEdit, answer: Company): boolean =>
  (sent.addressHoldHours ?? answer.addressHoldHours) !== answer.addressHoldHours ||
  (sent.requireConsent ?? answer.requireConsent) !== answer.requireConsent ||
  (sent.shareSetBy ?? answer.shareSetBy) !== answer.shareSetBy ||
  (sent.approval !== undefined &&
    (sent.approval.overUsd !== answer.approval.overUsd ||
      sent.approval.changedAddresses !== answer.approval.changedAddresses))

export const saveSettings = (body: Settings & StepUpGiven) =>
  call(company, '/companies', { method: 'PUT', body })
