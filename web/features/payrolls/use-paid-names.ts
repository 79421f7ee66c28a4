import { useQuery } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import { fullName } from '#web/lib/full-name.ts'
import { transactionDetailsQuery } from '#web/shared/approval/api.ts'

/** The first people of a run by last name; none until they are known. */
export function usePaidNames({ transactions }: Payment, count: number): string[] {
  const [first] = transactions
  const { data } = useQuery({
    ...transactionDetailsQuery(first?._id ?? ''),
    enabled: first !== undefined,
  })
  return (data?.details.recipients ?? []).slice(0, count).map(fullName)
}
