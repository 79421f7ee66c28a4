import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import {
  bulkPayroll,
  type CellFault,
  importErrors,
  importProgress,
  importStarted,
  type ListDiff,
  listDiff,
} from '#contract/imports.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { call } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'

/** The purpose of the file. */
export type UploadTarget =
  | { kind: 'create'; name: string; description: string }
  | { kind: 'replace'; payrollId: string; dryRun: boolean }

export interface UploadAnswer {
  /** A long list's import, which the server continues after its answer. */
  importId?: string
  payroll?: Payroll
  diff?: ListDiff
}

const answers = z.union([
  z.pipe(
    importStarted,
    z.transform((started): UploadAnswer => ({ importId: started.import._id })),
  ),
  z.pipe(
    bulkPayroll,
    z.transform(({ diff, ...payroll }): UploadAnswer => ({ payroll, diff })),
  ),
  z.pipe(
    listDiff,
    z.transform((diff): UploadAnswer => ({ diff })),
  ),
])

export function uploadList(
  file: File,
  target: UploadTarget,
  options: {
    onSent: (sent: number, total: number) => void
    signal: AbortSignal
    idempotencyKey: string
  },
): Promise<UploadAnswer> {
  const body = new FormData()
  if (target.kind === 'create') {
    body.set('name', target.name)
    body.set('description', target.description)
    body.set('file', file, file.name)
    return call(answers, '/companies/payrolls/bulk', { method: 'POST', body, ...options })
  }
  body.set('file', file, file.name)
  return call(answers, `/companies/payrolls/${encodeURIComponent(target.payrollId)}/bulk`, {
    method: 'PUT',
    query: target.dryRun ? { dryRun: 'true' } : {},
    body,
    ...options,
  })
}

const importPath = (id: string) => `/companies/imports/${encodeURIComponent(id)}`

export const readImport = (id: string) => call(importProgress, importPath(id), { automatic: true })

const faultsAtOnce = 100
/** More than anybody reads through; the file that can be downloaded has them all. */
const mostFaultsShown = 2_000

/** The faults of a refused list, in the order of its lines. */
export async function readFaults(id: string, signal: AbortSignal): Promise<CellFault[]> {
  const faults: CellFault[] = []
  for (let page = 1; faults.length < mostFaultsShown; page += 1) {
    const answer = await call(importErrors, `${importPath(id)}/errors`, {
      query: { page, limit: faultsAtOnce },
      signal,
    })
    faults.push(...answer.errors)
    if (page >= answer.pages) break
  }
  return faults
}

/** The uploaded file with a column of what is wrong in each row. */
export function downloadReport(id: string, fileName: string): Promise<void> {
  return download(`${importPath(id)}/report.csv`, fileName.replace(/(\.csv)?$/i, '-errores.csv'))
}

/** Whether the company wants a code for payments to addresses that changed; asked only where some did. */
export function useAsksForCode(someChanged: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['company', 'approval'],
    queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
    select: ({ approval }) => approval.changedAddresses,
    enabled: someChanged,
    staleTime: 0,
  })
  return data ?? false
}
