import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Company, company } from '#contract/company.ts'
import { type User, user } from '#contract/user.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { readSignedInUser } from '#web/lib/session.ts'
import { updateSignedInUser } from '#web/lib/session-changes.ts'

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
      updateSignedInUser(changed)
      // Another factor ends the sessions elsewhere.
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

export interface EditedProfile {
  firstName: string
  lastName: string
  companyName: string
  fundingReservePercent: number
  country: string
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

export const useCompanyProfile = () => useQuery(companyQuery)

/**
 * The person and the company are two calls; each is made only where something changed, so that a
 * second try after a failure of the other repeats nothing.
 */
export function useSaveProfile(known: Pick<Company, 'name' | 'fundingReservePercent' | 'country'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (profile: EditedProfile) => {
      const { firstName, lastName, companyName, fundingReservePercent, country } = profile
      const present = readSignedInUser()
      if (present?.firstName !== firstName || present.lastName !== lastName) {
        const body = { firstName, lastName }
        updateSignedInUser(await call(user, '/users', { method: 'PUT', body }))
      }
      const body = {
        ...(companyName !== known.name && { name: companyName }),
        ...(fundingReservePercent !== known.fundingReservePercent && { fundingReservePercent }),
        ...(country !== known.country && { country }),
      }
      if (Object.keys(body).length > 0) {
        await call(company, '/companies', { method: 'PUT', body })
      }
    },
    onSettled: () => {
      for (const key of [
        ['dashboard'],
        ['payrolls'],
        ['payment-preview'],
        ['company', 'country'],
      ]) {
        void client.invalidateQueries({ queryKey: key })
      }
    },
    meta: { blocking: true },
  })
}
