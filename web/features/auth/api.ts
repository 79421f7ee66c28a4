import { useMutation, useQuery } from '@tanstack/react-query'
import { type SignInBody, signInAnswer, signUpState } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session-tabs.ts'

/** Answers a session, which is begun, or what the second step needs. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInBody) =>
      call(signInAnswer, '/auth/sign-in', { method: 'POST', body, savesNothing: true }),
    onSuccess: (answer) => {
      if ('token' in answer) beginSession(answer)
    },
    // The form says itself what is wrong.
    meta: { blocking: true },
  })
}

/** Whether anybody may sign up without an invitation. */
export function useSignUpState() {
  return useQuery({
    queryKey: ['sign-up'],
    queryFn: ({ signal }) => call(signUpState, '/auth/sign-up', { signal }),
    // The first company of an installation may have closed it.
    staleTime: 0,
  })
}
