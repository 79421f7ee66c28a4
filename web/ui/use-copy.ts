import { useEffect, useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'

export type CopyOutcome = 'copied' | 'failed' | null

/** Copies a text; the outcome stays so long. */
export function useCopy(value: string, durationMs: number) {
  const [outcome, setOutcome] = useState<CopyOutcome>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), durationMs)
    return () => clearTimeout(timer)
  }, [outcome, durationMs])
  const copy = async () => setOutcome((await copyText(value)) ? 'copied' : 'failed')
  return { outcome, copy }
}
