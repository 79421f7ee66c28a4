import type { Language } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import type { SandboxText } from '#contract/texts/keys.ts'

export function sandboxText(
  key: SandboxText,
  language: Language,
  params: Record<string, string>,
): string {
  const { fields, sandbox } = texts[language]
  return fill({ ...fields, ...sandbox }[key], params)
}

const notFound: SandboxText[] = ['unknownTransaction', 'unknownCall']

/** A refusal of the sandbox: a text for a person, and 400 or 404 for a program. */
export class SandboxRefusal extends Error {
  readonly text: SandboxText
  readonly status: 400 | 404
  readonly params: Record<string, string>

  constructor(text: SandboxText, params: Record<string, string> = {}) {
    super(text)
    this.name = 'SandboxRefusal'
    this.text = text
    this.status = notFound.includes(text) ? 404 : 400
    this.params = params
  }
}
