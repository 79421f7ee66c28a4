import { withoutMarks } from '#domain/invisible-marks.ts'
import type { AppLanguage } from './language.ts'

/**
 * A typed amount of dollars as a number: `1,250.50` in Spanish and English, `1.250,50` in Italian
 * and Portuguese. Undefined for nothing; a text that is no amount, or could be two, comes back as it is,
 * for the contract to refuse.
 */
export function parseTypedUsd(text: string, language: AppLanguage): number | string | undefined {
  const typed = withoutMarks(text)
    .trim()
    .replace(/^\$\s*/, '')
  if (typed === '') return undefined
  const pointIsDecimal = language === 'es' || language === 'en'
  const [decimal, group] = pointIsDecimal ? ['.', ','] : [',', '.']
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`)
  if (grouped.test(typed)) return Number(typed.replaceAll(group, '').replace(decimal, '.'))
  // A thousand of another country, or a dollar with three decimals.
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return text
  // Without thousands, either sign can only be the decimal one.
  return /^\d+([.,]\d*)?$/.test(typed) ? Number(typed.replace(',', '.')) : text
}
