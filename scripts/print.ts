export const print = (text = ''): void => void process.stdout.write(`${text}\n`)

/** The message of an error and of its causes, down to the first. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.message || (error as NodeJS.ErrnoException).code || error.name
  return error.cause instanceof Error ? `${own}: ${explainError(error.cause)}` : own
}

/** Milliseconds as '4:07 min'. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}
