import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Network } from '#domain/address.ts'
import { configQuery } from '#web/shared/config.ts'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { FormSkeleton } from './form-skeleton.tsx'

/** An address can only be checked once the server has said which chain it pays on. */
export function WithNetwork({ children }: { children: (network: Network) => ReactNode }) {
  const { data, error, refetch } = useQuery(configQuery)
  if (data) return children(data.network)
  if (!error) return <FormSkeleton />
  return <LoadFailedPanel error={error} onRetry={refetch} />
}
