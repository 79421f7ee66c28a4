import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CompanyEdit, company } from '#contract/company.ts'
import { consentText } from '#contract/consents.ts'
import { employeeInvites, newestInvites } from '#contract/employee-invites.ts'
import { receiptMailPreview } from '#contract/receipts.ts'
import { call } from '#web/lib/api.ts'
import { quickPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { companyKey } from './api.ts'

export type StaffRules = Pick<CompanyEdit, 'shareSetBy' | 'requireConsent' | 'notifyEmployees'>

export function useSaveStaffRules() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CompanyEdit) => call(company, '/companies', { method: 'PUT', body }),
    onSuccess: (changed) => {
      client.setQueryData(companyKey, changed)
      void client.invalidateQueries({ queryKey: ['employees'] })
    },
  })
}

const textKey = ['company', 'consent-text'] as const
const textPath = '/companies/consent-text'

/** The text to which people agree, in the language of the screen. */
export const useConsentText = () =>
  useQuery({
    queryKey: textKey,
    queryFn: ({ signal }) => call(consentText, textPath, { signal }),
    // The text fills a form, so it has to be the present one and must not change while somebody
    // types.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export function useSaveConsentText() {
  return useMutation({
    mutationFn: (body: { text: string }) =>
      sendOnce([textPath, body], (idempotencyKey) =>
        call(consentText, textPath, { method: 'PUT', body, idempotencyKey }),
      ),
  })
}

export const useMailPreview = () =>
  useQuery({
    queryKey: ['company', 'receipt-mail'],
    queryFn: ({ signal }) =>
      call(receiptMailPreview, '/companies/receipt-mail-preview', { signal }),
  })

const invitesKey = ['company', 'invites'] as const
const invitesPath = '/companies/employees/invite'

/** The newest job that invites everybody, watched until it is done. */
export const useInvites = () =>
  useQuery({
    queryKey: invitesKey,
    queryFn: ({ signal }) => call(newestInvites, invitesPath, { signal }),
    select: ({ invite }) => invite,
    refetchInterval: ({ state }) => (state.data?.invite?.state === 'RUNNING' ? quickPollMs : false),
  })

export function useInviteAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendOnce([invitesPath], (idempotencyKey) =>
        call(employeeInvites, invitesPath, { method: 'POST', body: {}, idempotencyKey }),
      ),
    onSuccess: (invite) => {
      client.setQueryData(invitesKey, { invite })
      void client.invalidateQueries({ queryKey: ['employees'] })
    },
    meta: { toast: true },
  })
}
