import type { Language } from '#contract/languages.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** The ids that a run of chosen people names, each once, and those among them that are UUIDs. */
export function readChosen(ids: readonly string[] | null) {
  const only = ids && [...new Set(ids.map((id) => id.toLowerCase()))]
  return { only, known: only?.filter(isUuid) ?? null }
}

/**
 * Answers 400 where a run of chosen people cannot pay one of them: a person who is not in the
 * payroll, or who is named beside people with unpaid lines. An earlier run pays its unpaid lines
 * and takes no other people.
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
