import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  type Passkey,
  passkeyAnswer,
  recoveryCodes,
  totpStarted,
  webauthnOptions,
} from '#contract/factors.ts'
import type { StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'

const passkeyPath = (id: string) => `/users/passkeys/${encodeURIComponent(id)}`

/** The sections, and who else is still signed in, are read again once a factor came or went. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['factors', 'sessions', 'team']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

/** The challenge for a new passkey. */
export const startPasskey = (given: StepUpGiven) =>
  call(webauthnOptions, '/users/passkeys/options', {
    method: 'POST',
    body: given,
    savesNothing: true,
  })

export function useAddPasskey() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { name: string; response: Record<string, unknown> }) =>
      call(passkeyAnswer, '/users/passkeys', { method: 'POST', body }),
    onSettled: refresh,
  })
}

export function useRenamePasskey({ _id }: Pick<Passkey, '_id'>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (name: string) =>
      call(passkeyAnswer, passkeyPath(_id), { method: 'PATCH', body: { name } }),
    onSettled: refresh,
  })
}

/** Asks others to let a passkey approve. */
export function useRequestApproval({ _id }: Pick<Passkey, '_id'>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () =>
      call(passkeyAnswer, `${passkeyPath(_id)}/request-approval`, { method: 'POST' }),
    onSettled: refresh,
  })
}

/** A factor is taken away by its path, with a present one. */
export function useRemoveFactor() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ path, given }: { path: string; given: StepUpGiven }) =>
      call(z.null(), path, { method: 'DELETE', body: given }),
    onSettled: refresh,
  })
}
export const pathOfPasskey = ({ _id }: Pick<Passkey, '_id'>) => passkeyPath(_id)
export const pathOfApp = '/users/totp'

/** A new secret; the one of before counts until it is confirmed. */
export const requestAppSecret = (given: StepUpGiven) =>
  call(totpStarted, '/users/totp', { method: 'POST', body: given, savesNothing: true })

export function useConfirmApp() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (code: string) =>
      call(z.unknown(), '/users/totp/confirm', { method: 'POST', body: { code } }),
    onSettled: refresh,
  })
}

/** Ten new ones; those of before no longer work. */
export function useMakeRecoveryCodes() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (given: StepUpGiven) =>
      call(recoveryCodes, '/users/recovery-codes', { method: 'POST', body: given }),
    onSettled: refresh,
  })
}
