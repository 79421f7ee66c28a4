import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { fault, usd } from './http.ts'
import { payroll } from './payrolls.ts'

/** Lists longer than this are answered with 202 and followed at GET /companies/imports/{id}. */
export const rowsAnsweredAtOnce = 5_000
export const uploadLimitBytes = 256 * 1024 * 1024

/** One cell's fault: `row` is the line of the file (header = 1), `column` its name in the header. */
export const cellFault = fault.extend({ row: z.number().int(), column: z.string() })
export type CellFault = z.infer<typeof cellFault>

const salaryChange = z.object({ name: z.string(), from: usd, to: usd })
const addressChange = z.object({ name: z.string(), from: z.string(), to: z.string() })

/**
 * What a file changes. `unchanged` people stand in it exactly as they are; `changed` are all whose
 * row differs, in whatever. Of the changes and warnings the first are listed (5,000 and 100), the
 * counts are of all.
 */
export const listDiff = z.object({
  added: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  changed: z.number().int(),
  salaryChanges: z.array(salaryChange),
  salaryChangeCount: z.number().int(),
  addressChanges: z.array(addressChange),
  addressChangeCount: z.number().int(),
  /** Never in the way: check digits that are wrong, identifications that others have too. */
  warnings: z.array(cellFault),
  warningCount: z.number().int(),
})
export type ListDiff = z.infer<typeof listDiff>

/** POST /companies/payrolls/bulk and PUT /companies/payrolls/{id}/bulk: the payroll, and `diff`. */
export const bulkPayroll = payroll.extend({ diff: listDiff })
export type BulkPayroll = z.infer<typeof bulkPayroll>

/** The 202 of a long list. */
export const importStarted = z.object({ import: z.object({ _id: z.string() }) })
export type ImportStarted = z.infer<typeof importStarted>

/**
 * GET /companies/imports/{id}. `rowsTotal` is null while the file is still coming in; `payroll` and
 * `diff` are there once it is done, the diff alone after a dry run.
 */
export const importProgress = z.object({
  _id: z.string(),
  state: z.enum(['reading', 'saving', 'done', 'failed']),
  dryRun: z.boolean(),
  rowsRead: z.number().int(),
  rowsTotal: z.number().int().nullable(),
  /** Cells with a fault. */
  errorCount: z.number().int(),
  payroll: payroll.nullable(),
  diff: listDiff.nullable(),
  /** Why it failed; with CSV_INVALID the faults are at …/errors and in …/report.csv. */
  failure: z.object({ code: z.string<ErrorCode>(), message: z.string() }).nullable(),
})
export type ImportProgress = z.infer<typeof importProgress>

/** GET /companies/imports/{id}/errors. */
export const importErrors = z.object({
  errors: z.array(cellFault),
  pages: z.number().int(),
  errorsMatched: z.number().int(),
})
export type ImportErrors = z.infer<typeof importErrors>

/** PUT /companies/payrolls/{id}/bulk?dryRun=true changes nothing and answers the diff. */
export const bulkQuery = z.object({
  dryRun: z.preprocess(
    (value) => (value === '' || value === 'null' ? undefined : value),
    z
      .enum(['true', 'false', '1', '0'])
      .default('false')
      .transform((value) => value === 'true' || value === '1'),
  ),
})
