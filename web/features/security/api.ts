import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type SessionList, sessionList } from '#contract/auth.ts'
import { type Company, company } from '#contract/company.ts'
import { contactCodeSent, type StepUpGiven, type User, user } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { replaceUser } from '#web/lib/session.ts'

export type Device = SessionList['sessions'][number]

const devicesKey = ['sessions'] as const
const companyKey = ['company', 'approval'] as const

export interface TwoFactor {
  enabled: boolean
  via: User['preferences']['twoFactorAuthentication']['via']
  /** Sent only where text messages go to it. */
  phone: string
}

export function useSaveTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ enabled, via, phone, ...given }: TwoFactor & StepUpGiven) =>
      call(user, '/users', {
        method: 'PUT',
        body: {
          preferences: { twoFactorAuthentication: { enabled, via } },
          ...(via === 'SMS' && enabled && { phone }),
          ...given,
        },
      }),
    onSuccess: (changed) => {
      replaceUser(changed)
      // Another factor ends the sessions elsewhere.
      void client.invalidateQueries({ queryKey: devicesKey })
    },
    meta: { quiet: true, blocking: true },
  })
}

/** Sends a code to the e-mail, or to a new one, which takes password and code. */
export function useSendContactCode() {
  return useMutation({
    mutationFn: (body: { value?: string } & StepUpGiven) =>
      call(contactCodeSent, '/users/contact-code', {
        method: 'POST',
        body: { channel: 'EMAIL', ...body },
      }),
    meta: { quiet: true },
  })
}

/** The code that came there: the e-mail is confirmed, and changed where it was a new one. */
export function useConfirmEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      call(user, '/users/contact', { method: 'POST', body: { channel: 'EMAIL', code } }),
    onSuccess: (changed) => {
      replaceUser(changed)
      // Another e-mail ends the sessions elsewhere.
      void client.invalidateQueries({ queryKey: devicesKey })
    },
    meta: { quiet: true, blocking: true },
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string; confirmPassword: string }) =>
      call(z.null(), '/users/password', { method: 'PATCH', body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: devicesKey })
    },
    meta: { quiet: true, blocking: true },
  })
}

export function useDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => call(sessionList, '/auth/sessions', { signal }),
    // This one first: the others are told apart from it.
    select: ({ sessions }) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    staleTime: 0,
    meta: { quiet: true },
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
    meta: { quiet: true },
  })
}

export function useCompany() {
  return useQuery({
    queryKey: companyKey,
    queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
}

export type Approval = Company['approval']

export function useSaveApproval() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { approval: Approval } & StepUpGiven) =>
      call(company, '/companies', { method: 'PUT', body }),
    onSuccess: (changed) => {
      client.setQueryData(companyKey, changed)
    },
    meta: { quiet: true, blocking: true },
  })
}
