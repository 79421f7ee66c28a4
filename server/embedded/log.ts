/** The part of a logger that the embedded parts need; pino's fits. */
export interface PlainLog {
  info(message: string): void
  warn(message: string): void
}
