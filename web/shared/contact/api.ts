import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Channel, user } from '#contract/user.ts'
import { contactCodeSent, type StepUpGiven } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { updateSignedInUser } from '#web/lib/session-changes.ts'

/** Sends a code to the e-mail or phone, or to a new one, which takes password and code. */
export function useSendContactCode(channel: Channel) {
  return useMutation({
    mutationFn: (body: { value?: string } & StepUpGiven) =>
      call(contactCodeSent, '/users/contact-code', { method: 'POST', body: { channel, ...body } }),
  })
}

/** The code that came there: it is confirmed, and changed where it was a new one. */
export function useConfirmContact(channel: Channel) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      call(user, '/users/contact', { method: 'POST', body: { channel, code } }),
    onSuccess: (changed) => {
      updateSignedInUser(changed)
      // A changed one ends the sessions elsewhere.
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
}
