import { useMutation, useQueryClient } from '@tanstack/react-query'
import { employee } from '#contract/employees.ts'
import { call } from '#web/lib/api.ts'

/** Says of each two of these people that they share their address on purpose, or no longer says so. */
export function useAcceptSharing() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, accepted }: { ids: readonly string[]; accepted: boolean }) => {
      for (const [index, id] of ids.entries()) {
        for (const other of ids.slice(index + 1)) {
          const url = `/companies/employees/${encodeURIComponent(id)}/shared-address`
          await call(employee, url, { method: 'PUT', body: { with: other, accepted } })
        }
      }
    },
    // The mutation is pending until the dialog has the new preview: meanwhile nobody can pay.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['employees'] })
      return client.invalidateQueries({ queryKey: ['payment-preview'] })
    },
  })
}
