import { useMutation } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '#web/lib/api.ts'

/** Sends the mail with the link; the answer is the same whether the account exists or not. */
export function useAskReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      call(z.null(), '/users/reset-password', { method: 'POST', body, savesNothing: true }),
    meta: { blocking: true },
  })
}

export function useResetPassword(code: string) {
  return useMutation({
    mutationFn: (body: { newPassword: string }) =>
      call(z.null(), '/users/reset-password', { method: 'PATCH', query: { code }, body }),
    meta: { blocking: true },
  })
}
