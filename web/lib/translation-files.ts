/** Says of a file that may come another time (no connection, 5xx) that it is worth asking again. */
export class TranslationsMissing extends Error {
  readonly mayComeLater: boolean
  constructor(message: string, mayComeLater: boolean) {
    super(message)
    this.mayComeLater = mayComeLater
  }
}

async function load(language: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`/assets/translations/${language}/global.json`).catch((cause) => {
    throw new TranslationsMissing(String(cause), true)
  })
  if (answer.ok) return answer.json()
  throw new TranslationsMissing(`translations ${language}: ${answer.status}`, answer.status >= 500)
}

const early = new Map<string, ReturnType<typeof load>>()

/** Before there is anybody to read it. */
export function askEarlyFor(language: string) {
  const asked = load(language)
  // Who reads it hears of a failure.
  asked.catch(() => undefined)
  early.set(language, asked)
}

export function translations(language: string): ReturnType<typeof load> {
  const asked = early.get(language) ?? load(language)
  early.delete(language)
  return asked
}
