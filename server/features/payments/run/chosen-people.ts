import type { Language } from '#contract/languages.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** The ids that a run of chosen people names, each once, and those of them that can be ids. */
export function readChosen(ids: readonly string[] | null) {
  const only = ids && [...new Set(ids.map((id) => id.toLowerCase()))]
  return { only, known: only?.filter(isUuid) ?? null }
}

/**
 * 400 where a run of chosen people cannot pay one of them: somebody who is not in the payroll, or who
 * stands beside people of an earlier run's unpaid lines. That run pays its lines and gets no others.
 */
export function requireChosen(
  only: readonly string[] | null,
  { people, reopens }: { people: number; reopens: boolean },
  language: Language,
): void {
  if (!only || people === only.length) return
  const message = faultText(reopens ? 'unpaidApart' : 'notInRun', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'only', message }] })
}
