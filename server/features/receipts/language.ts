import type { Language } from '#contract/languages.ts'

const byCountry: Record<string, Language> = {
  BR: 'pt',
  PT: 'pt',
  AO: 'pt',
  MZ: 'pt',
  IT: 'it',
  SM: 'it',
  US: 'en',
  GB: 'en',
  CA: 'en',
  AU: 'en',
  NZ: 'en',
  IE: 'en',
}

/**
 * Employees have chosen no language, so receipts and their mails use that of the company's country.
 */
export const languageOfCountry = (country: string): Language => byCountry[country] ?? 'es'
