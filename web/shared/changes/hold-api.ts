import { useMutation, useQueryClient } from '@tanstack/react-query'
import { holdRequested } from '#contract/changes.ts'
import { call } from '#web/lib/api.ts'
import { sendOnce } from '#web/lib/send-once.ts'

/** Asks another person to release somebody's held address. */
export function useAskRelease(employeeId: string) {
  const client = useQueryClient()
  const url = `/companies/employees/${encodeURIComponent(employeeId)}/address-hold/request`
  return useMutation({
    mutationFn: () =>
      sendOnce([url], (idempotencyKey) =>
        call(holdRequested, url, { method: 'POST', idempotencyKey }),
      ),
    // Until the screen says that it was asked, nobody can ask once more.
    onSettled: () =>
      Promise.all(
        ['payment-preview', 'employees', 'approvals'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  })
}
