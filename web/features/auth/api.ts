import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  codeSent,
  type MfaBody,
  type MfaResendBody,
  type SignInBody,
  type SignUpBody,
  session,
  signInAnswer,
} from '#contract/auth.ts'
import { sectorList } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'
import { startSession } from '#web/lib/session.ts'

/** Answers a session, which is begun, or what the second step needs. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInBody) =>
      call(signInAnswer, '/auth/sign-in', { method: 'POST', body, savesNothing: true }),
    onSuccess: (answer) => {
      if ('token' in answer) startSession(answer)
    },
    meta: { toast: true, blocking: true },
  })
}

export function useSignInCode() {
  return useMutation({
    mutationFn: (body: MfaBody) =>
      call(session, '/auth/sign-in/mfa', { method: 'POST', body, savesNothing: true }),
    onSuccess: startSession,
    // The step says itself what is wrong with a code.
    meta: { blocking: true },
  })
}

export function useResendCode() {
  return useMutation({
    mutationFn: (body: Omit<MfaResendBody, 'via'>) =>
      call(codeSent, '/auth/sign-in/mfa/resend', { method: 'POST', body, savesNothing: true }),
    meta: { toast: true },
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (body: SignUpBody) => call(session, '/auth/sign-up', { method: 'POST', body }),
    onSuccess: startSession,
    meta: { toast: true, blocking: true },
  })
}

/** Sends the mail with the link; the answer is the same whether the account exists or not. */
export function useAskReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      call(z.null(), '/users/reset-password', { method: 'POST', body, savesNothing: true }),
    meta: { toast: true, blocking: true },
  })
}

export function useResetPassword(code: string) {
  return useMutation({
    mutationFn: (body: { newPassword: string }) =>
      call(z.null(), '/users/reset-password', { method: 'PATCH', query: { code }, body }),
    meta: { blocking: true },
  })
}

/** The sectors a company chooses from; the form says itself when they can't be had. */
export function useCompanySectors() {
  return useQuery({
    queryKey: ['company-sectors'],
    queryFn: ({ signal }) => call(sectorList, '/companies/company-sector', { signal }),
    select: (data) => data.companySectors,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
