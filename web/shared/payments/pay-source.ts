/** A press pays everybody's salary, or the sheet of a special pay. Both have the same answers. */
export interface PaySource {
  /** GET: the outcome of a press. */
  preview: string
  /** POST: the press. */
  run: string
  /** Null: the salaries. */
  special: { name: string } | null
}

export function salarySource(payrollId: string): PaySource {
  const path = `/companies/payrolls/${encodeURIComponent(payrollId)}`
  return { preview: `${path}/payment-preview`, run: `${path}/run-payment`, special: null }
}

export function sheetSource(runId: string, name: string): PaySource {
  const path = `/special-runs/${encodeURIComponent(runId)}`
  return { preview: `${path}/payment-preview`, run: `${path}/run`, special: { name } }
}
