import { z } from 'zod/mini'
import { type ChangesSummary, changesSummary } from '#contract/changes.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { changesSha256 } from '#server/authorization/order-rows.ts'
import type { RunChanges } from './changes-of-run.ts'

const ordered = z.object({ rowsSha256: z.string(), summary: changesSummary })

/**
 * The changes in the form that an order keeps: the sentence that was shown, and the hash of all
 * rows.
 */
export const toOrderedText = ({
  summary,
  sha256,
}: Pick<RunChanges, 'summary' | 'sha256'>): string =>
  canonicalJson({ rowsSha256: sha256.toString('hex'), summary } satisfies z.infer<typeof ordered>)

/**
 * Reads the changes that an order was placed with, whatever is true by now. Null for a withdrawal,
 * and for a text that was rewritten past the program: the order has the hash of the true one.
 */
export function readOrderedChanges({
  changes,
  changes_sha256,
}: {
  changes: string | null
  changes_sha256: Buffer | null
}): ChangesSummary | null {
  if (changes === null || !changes_sha256?.equals(changesSha256(changes))) return null
  return ordered.parse(JSON.parse(changes)).summary
}
