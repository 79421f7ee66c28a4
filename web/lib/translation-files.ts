/** Says of a file that may come another time (no connection, 5xx) that it is worth asking again. */
export class TranslationsMissing extends Error {
  readonly mayComeLater: boolean
  constructor(message: string, mayComeLater: boolean) {
    super(message)
    this.mayComeLater = mayComeLater
  }
}

export async function fetchTranslations(language: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`/assets/translations/${language}/global.json`).catch((cause) => {
    throw new TranslationsMissing(String(cause), true)
  })
  if (answer.ok) return answer.json()
  throw new TranslationsMissing(`translations ${language}: ${answer.status}`, answer.status >= 500)
}
