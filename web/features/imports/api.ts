import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import {
  bulkPayroll,
  type CellFault,
  type ImportedPeople,
  importErrors,
  importedPeople,
  importProgress,
  importStarted,
  type ListDiff,
  listDiff,
  type PersonDecision,
} from '#contract/imports.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { call } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { configQuery } from '#web/shared/config.ts'
import type { RowRules } from './preview-rows.ts'

/** The purpose of the file. */
export type UploadTarget = (
  | { kind: 'create'; name: string; description: string }
  | { kind: 'replace'; payrollId: string }
  | { kind: 'people' }
) & {
  dryRun: boolean
  /** Answers about rows that may be known people. */
  decisions?: readonly PersonDecision[]
}

export interface UploadAnswer {
  /** A long list's import, which the server continues after its answer. */
  importId?: string
  payroll?: Payroll
  diff?: ListDiff
  /** People who are kept by hand were saved: how many came and changed. */
  people?: ImportedPeople
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
  z.pipe(
    importedPeople,
    z.transform((people): UploadAnswer => ({ people })),
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
  const query = target.dryRun ? { dryRun: 'true' } : {}
  if (target.decisions?.length) body.set('decisions', JSON.stringify(target.decisions))
  if (target.kind === 'create') {
    body.set('name', target.name)
    body.set('description', target.description)
    body.set('file', file, file.name)
    return call(answers, '/companies/payrolls/bulk', { method: 'POST', query, body, ...options })
  }
  body.set('file', file, file.name)
  if (target.kind === 'people') {
    return call(answers, '/companies/employees/bulk', { method: 'POST', query, body, ...options })
  }
  return call(answers, `/companies/payrolls/${encodeURIComponent(target.payrollId)}/bulk`, {
    method: 'PUT',
    query,
    body,
    ...options,
  })
}

const importPath = (id: string) => `/companies/imports/${encodeURIComponent(id)}`

export const readImport = (id: string) => call(importProgress, importPath(id), { automatic: true })

/** Answers the questions about a long list; the server goes on with it after the last of them. */
export async function sendDecisions(
  id: string,
  decisions: readonly PersonDecision[],
): Promise<void> {
  const path = `${importPath(id)}/decisions`
  await call(importProgress, path, { method: 'POST', body: { decisions } })
}

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

/**
 * Rules by which cells are checked before they are sent; undefined until known, null where they
 * can't be.
 */
export function useRowRules(isEnabled: boolean): RowRules | undefined {
  const network = useQuery({ ...configQuery, enabled: isEnabled })
  const country = useQuery({
    queryKey: ['company', 'country'],
    queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
    select: (own) => own.country,
    enabled: isEnabled,
    meta: { toast: false },
  })
  const rules = useMemo(
    () =>
      network.data && country.data
        ? { network: network.data.network, country: country.data }
        : undefined,
    [network.data, country.data],
  )
  return rules ?? (network.error || country.error ? null : undefined)
}
