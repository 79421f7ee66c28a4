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
    const { matched, left } = matchEqual(outputs, ofPayment)
    if (left.length === 0) return { paymentId, matched }
  }
  return null
}

/**
 * The lines that the outputs pay. An output pays one line of its script and satoshi. Where none is
 * equal it pays every line of its script, also those of two people who share it.
 */
export function matchOutputsToLines(
  outputs: readonly ForeignOutput[],
  lines: readonly UnpaidLine[],
): MatchedOutput[] {
  const { matched, left } = matchEqual(outputs, lines)
  const taken = new Set(matched.map(({ lineId }) => lineId))
  for (const { vout, script } of left) {
    for (const line of lines) {
      if (line.script !== script || taken.has(line.id)) continue
      taken.add(line.id)
      matched.push({ vout, lineId: line.id })
    }
  }
  return matched
}

function matchEqual(outputs: readonly ForeignOutput[], lines: readonly UnpaidLine[]) {
  const free = Map.groupBy(lines.toReversed(), keyOf)
  const matched: MatchedOutput[] = []
  const left: ForeignOutput[] = []
  for (const output of outputs) {
    const line = free.get(keyOf(output))?.pop()
    if (line) matched.push({ vout: output.vout, lineId: line.id })
    else left.push(output)
  }
  return { matched, left }
}

const keyOf = ({ script, sats }: Pick<ForeignOutput, 'script' | 'sats'>) => `${script}:${sats}`
