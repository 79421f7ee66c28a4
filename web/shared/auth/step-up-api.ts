import { useMutation } from '@tanstack/react-query'
import { codeSent } from '#contract/auth.ts'
import type { StepUpAction } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'

/** Sends the code of an action that a session alone may not do. */
export function useSendStepUp() {
  return useMutation({
    mutationFn: (action: StepUpAction) =>
      call(codeSent, '/users/step-up', { method: 'POST', body: { action }, savesNothing: true }),
  })
}
