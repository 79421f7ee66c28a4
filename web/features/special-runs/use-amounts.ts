import { useState } from 'react'
import type { SpecialRun, SpecialRunEdit, SpecialRunLine } from '#contract/special-runs.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { formatUsdBare } from '#web/lib/format.ts'
import { parseTypedUsd } from '#web/lib/parse-usd.ts'
import { useLanguage } from '#web/lib/use-language.ts'

/** An amount in the sheet: as it is, or as somebody has typed it since. */
export interface SheetAmount {
  line: SpecialRunLine
  /** The text in the field; null: nobody has typed. */
  typed: string | null
  /** Null: nothing is paid. */
  usd: number | null
  isWrong: boolean
  isEdited: boolean
  /** Something must be said of the person before there can be an amount. */
  isMissing: boolean
  /** The rule gives nothing, and nobody has: it has no field. */
  isOut: boolean
}

const isMissing = ({ reason }: SpecialRunLine) =>
  reason === 'MISSING_HIRED_ON' || reason === 'MISSING_PAY_FREQUENCY'

/** The sheet's amounts with what was typed, and their sum. */
export function useAmounts({ lines }: SpecialRun) {
  const language = useLanguage()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const amounts = lines.map((line): SheetAmount => {
    const text = typed[line.employee._id]
    const parsed = text === undefined ? line.usd : (parseTypedUsd(text, language) ?? null)
    const isWrong =
      parsed !== null &&
      text !== undefined &&
      (typeof parsed === 'string' || parseUsdNumber(parsed) === null || parsed < 1 || parsed > 1e7)
    const usd = typeof parsed === 'number' && !isWrong ? parsed : null
    return {
      line,
      typed: text ?? null,
      usd,
      isWrong,
      isEdited: text === undefined ? line.edited : usd !== line.computedUsd,
      isMissing: isMissing(line) && usd === null,
      isOut:
        line.computedUsd === null && line.usd === null && text === undefined && !isMissing(line),
    }
  })
  const cents = amounts.reduce((sum, { usd }) => sum + (parseUsdNumber(usd ?? 0) ?? 0n), 0n)
  const edits: SpecialRunEdit['lines'] = amounts
    .filter((amount) => amount.typed !== null)
    .map(({ line, usd }) => ({ employee: line.employee._id, usd }))
  return {
    amounts,
    edits,
    totalUsd: usdNumber(cents),
    paid: amounts.filter(({ usd }) => usd !== null).length,
    out: amounts.filter((amount) => amount.usd === null && !amount.isMissing).length,
    edited: amounts.filter((amount) => amount.isEdited).length,
    missing: amounts.filter((amount) => amount.isMissing).length,
    wrong: amounts.filter((amount) => amount.isWrong).length,
    type: (id: string, text: string) => setTyped((before) => ({ ...before, [id]: text })),
    /** Types these amounts for these people; null: nothing is paid. */
    typeAll: (each: readonly { id: string; usd: number | null }[]) => {
      const texts = each.map(({ id, usd }) => [
        id,
        usd === null ? '' : formatUsdBare(usd, language),
      ])
      setTyped((before) => ({ ...before, ...Object.fromEntries(texts) }))
    },
    forget: () => setTyped({}),
    /** Takes back all that was typed for these people. */
    forgetOf: (ids: readonly string[]) =>
      setTyped((before) =>
        Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))),
      ),
  }
}
