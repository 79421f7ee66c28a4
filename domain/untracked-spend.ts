/**
 * Matches an untracked spend with the unpaid lines of its payroll. Scripts are hexadecimal text, amounts
 * satoshi.
 */
export type ForeignOutput = { vout: number; script: string; sats: bigint }
export type UnpaidLine = { id: string; paymentId: string; script: string; sats: bigint }
/** An output pays a line. */
export type MatchedOutput = { vout: number; lineId: string }

/**
 * The first payment with an unpaid line for every output, equal in script and satoshi: the spend is a
 * batch of it. null where there is none, and where the spend pays nobody.
 */
export function matchPayment(
  outputs: readonly ForeignOutput[],
  lines: readonly UnpaidLine[],
): { paymentId: string; matched: MatchedOutput[] } | null {
  if (outputs.length === 0) return null
  for (const [paymentId, ofPayment] of Map.groupBy(lines, (line) => line.paymentId)) {
    const matched = matchEqual(outputs, ofPayment)
    if (matched) return { paymentId, matched }
  }
  return null
}

/** null: an output equals no line that is left. */
function matchEqual(
  outputs: readonly ForeignOutput[],
  lines: readonly UnpaidLine[],
): MatchedOutput[] | null {
  const free = Map.groupBy(lines.toReversed(), keyOf)
  const matched: MatchedOutput[] = []
  for (const output of outputs) {
    const line = free.get(keyOf(output))?.pop()
    if (!line) return null
    matched.push({ vout: output.vout, lineId: line.id })
  }
  return matched
}

const keyOf = ({ script, sats }: Pick<ForeignOutput, 'script' | 'sats'>) => `${script}:${sats}`
