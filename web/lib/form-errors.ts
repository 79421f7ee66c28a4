import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/**
 * Puts the faults that the server found beside their fields. True if every one found its field, so
 * that nothing else needs to be said.
 */
export function showFaults<Form extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof ApiError) || error.faults.length === 0) return false
  let first = true
  let allShown = true
  for (const { path, message } of error.faults) {
    const field = fields.find((name) => name === path)
    if (field === undefined) {
      allShown = false
      continue
    }
    setError(field, { type: 'server', message }, { shouldFocus: first })
    first = false
  }
  return allShown
}
