import { z } from 'zod/mini'
import { type ChangesSummary, changesSummary } from '#contract/changes.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { changesSha256 } from '#server/authorization/order-mac.ts'
import type { RunChanges } from './changes-of-run.ts'

const ordered = z.object({ rowsSha256: z.string(), summary: changesSummary })

/** The changes as an order keeps them: the sentence that was shown, and the hash of all its rows. */
export const orderedText = ({ summary, sha256 }: Pick<RunChanges, 'summary' | 'sha256'>): string =>
  canonicalJson({ rowsSha256: sha256.toString('hex'), summary } satisfies z.infer<typeof ordered>)

/**
 * The changes as an order was asked with, whatever is true by now. Null for a withdrawal, and where the
 * text was rewritten past the program: the order has its hash.
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
