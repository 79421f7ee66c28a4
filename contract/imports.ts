import { z } from 'zod/mini'
import { errorCode, fault, usd } from './http.ts'
import { payroll } from './payrolls.ts'
import { likenessQuestion } from './person-questions.ts'
import { queryFlag } from './queries.ts'

/** Lists longer than this are answered with 202 and followed at GET /companies/imports/{id}. */
export const rowsAnsweredAtOnce = 5_000
export const uploadLimitBytes = 256 * 1024 * 1024

/** A cell's fault: `row` is the line of the file (header = 1), `column` its name in the header. */
export const cellFault = z.extend(fault, { row: z.int(), column: z.string() })
export type CellFault = z.infer<typeof cellFault>

const salaryChange = z.object({ name: z.string(), from: usd, to: usd })
const person = z.object({ name: z.string(), usd, cryptoAddress: z.optional(z.string()) })
const otherChange = z.object({ name: z.string(), fields: z.array(z.string()) })
const shareChange = z.object({ name: z.string(), from: z.int(), to: z.int() })
/** `to`: the last digits of the account. */
const bankChange = z.object({ name: z.string(), bank: z.string(), to: z.string() })
const addressChange = z.object({ name: z.string(), from: z.string(), to: z.string() })

/** A row that may be a known person. */
export const personQuestion = z.extend(likenessQuestion, { row: z.int() })
export type PersonQuestion = z.infer<typeof personQuestion>

/** `data` of 422 PERSON_UNDECIDED: nothing is saved before each row is answered. */
export const undecidedPeople = z.object({
  rows: z.array(personQuestion),
  /** The rows about which nobody has to be asked. */
  counts: z.optional(z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })),
})
export type UndecidedPeople = z.infer<typeof undecidedPeople>

/** An answer; `person`: of whom it was asked, so that it counts for nobody else. */
export const personDecision = z.object({
  row: z.int32().check(z.positive()),
  is: z.enum(['same', 'other']),
  person: z.optional(z.uuid()),
})
export type PersonDecision = z.infer<typeof personDecision>
export const personDecisions = z.array(personDecision)

/**
 * The changes that a file makes. `unchanged` people are in it exactly as they are; `changed` are
 * all whose row differs in any field. Counts are of all; the first 5,000 changes and 100 warnings
 * are listed. The first 100 added and removed people are named, added ones in the file's order,
 * removed ones by name; a new payroll names nobody, because all of the file is added. A diff stored
 * by an earlier release has no sums and names.
 */
export const listDiff = z.object({
  added: z.int(),
  removed: z.int(),
  /** The total salaries of the payroll's people, before and after. */
  totalUsd: z.optional(z.object({ from: usd, to: usd })),
  addedUsd: z.optional(usd),
  addedPeople: z.optional(z.array(person)),
  removedUsd: z.optional(usd),
  removedPeople: z.optional(z.array(person)),
  unchanged: z.int(),
  changed: z.int(),
  salaryChanges: z.array(salaryChange),
  salaryChangeCount: z.int(),
  addressChanges: z.array(addressChange),
  addressChangeCount: z.int(),
  /** Parts of salaries that are paid in bitcoin, in per cent. */
  shareChanges: z.optional(z.array(shareChange)),
  shareChangeCount: z.optional(z.int()),
  bankChanges: z.optional(z.array(bankChange)),
  bankChangeCount: z.optional(z.int()),
  /** Further changes of people kept by hand, by the names of the fields. */
  otherChanges: z.optional(z.array(otherChange)),
  otherChangeCount: z.optional(z.int()),
  /** People kept by hand who are in no row, and stay as they are. */
  notInFile: z.optional(z.int()),
  /**
   * The first 100 rows of new people who have the name of a person with another document; an answer
   * `same` corrects the document of that person.
   */
  namesakes: z.optional(z.array(personQuestion)),
  /** Never in the way: check digits that are wrong, identifications that others have too. */
  warnings: z.array(cellFault),
  warningCount: z.int(),
})
export type ListDiff = z.infer<typeof listDiff>

/** POST /companies/payrolls/bulk and PUT /companies/payrolls/{id}/bulk: the payroll, and `diff`. */
export const bulkPayroll = z.extend(payroll, { diff: listDiff })
export type BulkPayroll = z.infer<typeof bulkPayroll>

/** POST /companies/employees/bulk. Nobody is ever removed. */
export const importedPeople = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
})
export type ImportedPeople = z.infer<typeof importedPeople>

/** The 202 of a long list. */
export const importStarted = z.object({ import: z.object({ _id: z.string() }) })
export type ImportStarted = z.infer<typeof importStarted>

/**
 * GET /companies/imports/{id}. `rowsTotal` is null while the file is still coming in; `payroll` and
 * `diff` are there once it is done, the diff alone after a dry run.
 */
export const importProgress = z.object({
  _id: z.string(),
  state: z.enum(['reading', 'undecided', 'saving', 'done', 'failed']),
  /** While it is undecided: the first 1,000 rows that wait for an answer. */
  undecided: z.optional(z.array(personQuestion)),
  dryRun: z.boolean(),
  rowsRead: z.int(),
  rowsTotal: z.nullable(z.int()),
  /** Cells with a fault. */
  errorCount: z.int(),
  payroll: z.nullable(payroll),
  diff: z.nullable(listDiff),
  /** Why it failed; with CSV_INVALID the faults are at …/errors and in …/report.csv. */
  failure: z.nullable(z.object({ code: errorCode, message: z.string() })),
})
export type ImportProgress = z.infer<typeof importProgress>

/** POST /companies/imports/{id}/decisions. */
export const decisionsBody = z.object({ decisions: personDecisions })

/** GET /companies/imports/{id}/errors. */
export const importErrors = z.object({
  errors: z.array(cellFault),
  pages: z.int(),
  errorsMatched: z.int(),
})
export type ImportErrors = z.infer<typeof importErrors>

/** PUT /companies/payrolls/{id}/bulk?dryRun=true changes nothing and answers the diff. */
export const bulkQuery = z.object({ dryRun: queryFlag })
