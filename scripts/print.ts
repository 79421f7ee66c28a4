export const print = (text = ''): void => void process.stdout.write(`${text}\n`)

/** The message of an error and of its causes, down to the first. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.message || (error as NodeJS.ErrnoException).code || error.name
  return error.cause instanceof Error ? `${own}: ${explainError(error.cause)}` : own
}
