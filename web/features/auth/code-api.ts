import { useMutation } from '@tanstack/react-query'
import { codeSent, type MfaBody, type MfaResendBody, session } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session-tabs.ts'

export function useSignInCode() {
  return useMutation({
    mutationFn: (body: MfaBody) =>
      call(session, '/auth/sign-in/mfa', { method: 'POST', body, savesNothing: true }),
    onSuccess: beginSession,
    // The step says itself what is wrong with a code.
    meta: { blocking: true },
  })
}

export function useResendCode() {
  return useMutation({
    mutationFn: (body: MfaResendBody) =>
      call(codeSent, '/auth/sign-in/mfa/resend', { method: 'POST', body, savesNothing: true }),
    meta: { toast: true },
  })
}
