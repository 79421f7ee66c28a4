import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import { contactCodeSent, type StepUpGiven, type User, user } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { replaceUser, signedInUser } from '#web/lib/session.ts'

const devicesKey = ['sessions'] as const

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
    meta: { blocking: true },
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
    meta: { blocking: true },
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
    meta: { blocking: true },
  })
}

export interface Profile {
  firstName: string
  lastName: string
  companyName: string
}

const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
  // A form is filled once: what it shows must not be older than the click that opened it.
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

export const useCompany = () => useQuery(companyQuery)

/**
 * The person and the company are two calls; each is made only where something changed, so that a
 * second try after a failure of the other repeats nothing.
 */
export function useSaveProfile(known: { companyName: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ firstName, lastName, companyName }: Profile) => {
      const present = signedInUser()
      if (present?.firstName !== firstName || present.lastName !== lastName) {
        const body = { firstName, lastName }
        replaceUser(await call(user, '/users', { method: 'PUT', body }))
      }
      if (companyName !== known.companyName) {
        await call(company, '/companies', { method: 'PUT', body: { name: companyName } })
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    meta: { blocking: true },
  })
}
