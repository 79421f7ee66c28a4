import { useQuery } from '@tanstack/react-query'
import { Faults } from '#web/shared/imports/faults.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { readFaults } from './api.ts'

interface FaultTableProps {
  importId: string
  errorCount: number
}

/** Every cell that is wrong: its line, its column and why. */
export function FaultTable({ importId, errorCount }: FaultTableProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['imports', importId, 'faults'],
    queryFn: ({ signal }) => readFaults(importId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  return <Faults faults={data} count={errorCount} />
}
