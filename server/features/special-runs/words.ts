import type { Language } from '#contract/languages.ts'
import type { SpecialRunLine } from '#contract/special-runs.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import { usdText } from '#domain/money.ts'
import {
  daysOfYear,
  quincena25Rules,
  type SpecialPay,
  type SpecialPayFormula,
} from '#domain/special-pay/index.ts'

function dollars(cents: bigint): string {
  const [whole = '0', part] = usdText(cents).split('.')
  return `$${BigInt(whole).toLocaleString('en-US')}.${part}`
}

/** A day such as '25 de enero'. */
const dayText = (day: string, speak: Language): string =>
  new Intl.DateTimeFormat(speak, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** The formula of an amount, such as '50 % × $870.00 × 238/365', or why there is none. */
export function formulaWords(
  { formula, reason }: SpecialPay,
  speak: Language,
): Pick<SpecialRunLine, 'formula' | 'formulaDetail'> {
  const say = texts[speak].specialPays
  if (formula === null) {
    const [newest] = quincena25Rules
    const usd = dollars(newest?.monthlyAtMostUsdCents ?? 0n)
    return { formula: fill(say.reason[reason], { usd }), formulaDetail: '' }
  }
  const served = 'servedDays' in formula ? formula : null
  const whole = wholeOf(formula, say.formula)
  if (!served || served.servedDays === null) return { formula: whole, formulaDetail: '' }
  const days = String(served.servedDays)
  const day = dayText(served.referenceDay, speak)
  const text = served.servedDays === 1 ? say.formula.servedDay : say.formula.servedDays
  return {
    formula: `${whole} × ${days}/${daysOfYear}`,
    formulaDetail: fill(text, { days, day }),
  }
}

type FormulaTexts = (typeof texts)['es']['specialPays']['formula']

function wholeOf(formula: SpecialPayFormula, say: FormulaTexts): string {
  if (formula.kind === 'AGUINALDO') {
    const { days, monthlyUsdCents } = formula
    return fill(say.aguinaldo, { days: String(days), usd: dollars(monthlyUsdCents) })
  }
  if ('amountUsdCents' in formula) return say.amount
  const of = formula.kind === 'BONUS' ? formula.baseUsdCents : formula.monthlyUsdCents
  return `${formula.percent} % × ${dollars(of)}`
}
