import type { ErrorCode } from '#contract/errors.ts'
import { type Language, languages } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import type { AnswerText, CellText } from '#contract/texts/keys.ts'
import { type AddressFault, askFor } from '#domain/explain-address.ts'
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

export function errorText(
  code: ErrorCode,
  language: Language,
  params: Record<string, string> = {},
) {
  return fill(texts[language].errors[code], params)
}

export function answerText(
  key: AnswerText,
  language: Language,
  params: Record<string, string> = {},
) {
  return fill(texts[language].answers[key], params)
}

/** Names a text that is no address, and says what to ask for: one sentence each. */
export function addressFaultText(fault: AddressFault, language: Language): string {
  const { start, what, ask } = texts[language].addressFaults
  const [said, advice] = [what[fault.kind], ask[askFor(fault)]].map((text) =>
    fill(text, fault.params),
  )
  return `${start}${said} ${advice}`
}

const isCellText = (message: string): message is CellText =>
  Object.hasOwn(texts.es.fields, message) || Object.hasOwn(texts.es.csv, message)

/** A schema's own message: the key of a text, or 'invalid' for what zod says by itself. */
export function faultText(
  message: string,
  language: Language,
  params: Record<string, string> = {},
): string {
  const { fields, csv } = texts[language]
  return fill({ ...fields, ...csv }[isCellText(message) ? message : 'invalid'], params)
}
