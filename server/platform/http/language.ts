import { type AnswerText, answerTexts } from '#contract/answers.ts'
import { cellTexts, isCellText } from '#contract/csv-texts.ts'
import { type ErrorCode, errorEntry, type Language, languages } from '#contract/errors.ts'
import { headerCharacters } from './headers.ts'

/** The language of an Accept-Language header; the first known one by weight, else Spanish. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, headerCharacters)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((each) => each.trim())
      const weight = parameters.map((p) => /^q=([01](?:\.\d{1,3})?)$/.exec(p)?.[1]).find(Boolean)
      return { language: tag === 'prt' ? 'pt' : tag.split('-')[0], weight: Number(weight ?? 1) }
    })
    .filter((choice) => choice.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const known = wanted.find((choice) => languages.includes(choice.language as Language))
  return (known?.language as Language | undefined) ?? 'es'
}

function fill(text: string, params: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braces, name) => params[name] ?? braces)
}

export function errorText(
  code: ErrorCode,
  language: Language,
  params: Record<string, string> = {},
) {
  return fill(errorEntry(code).text[language], params)
}

export function answerText(
  key: AnswerText,
  language: Language,
  params: Record<string, string> = {},
) {
  return fill(answerTexts[key][language], params)
}

/** A schema's own message: one of contract/texts.ts or csv-texts.ts, or 'invalid' for what zod says by itself. */
export function faultText(
  message: string,
  language: Language,
  params: Record<string, string> = {},
): string {
  return fill(cellTexts[isCellText(message) ? message : 'invalid'][language], params)
}
