import { z } from 'zod'
import { explainError } from '../print.ts'

/** `wrong`: money must not be trusted to it. `note`: it works, and somebody should know. */
export type Level = 'fine' | 'note' | 'wrong'
export type Finding = { level: Level; says: string }

export const fine = (says: string): Finding => ({ level: 'fine', says })
export const note = (says: string): Finding => ({ level: 'note', says })
export const wrong = (says: string): Finding => ({ level: 'wrong', says })

const namedAtMost = 20

/** A `wrong` for each of the first twenty, and one that counts the rest, by their noun. */
export function nameWrong(
  all: readonly string[],
  says: (name: string) => string,
  noun: string,
): Finding[] {
  const named = all.slice(0, namedAtMost).map((name) => wrong(says(name)))
  const more = all.length - named.length
  return more > 0 ? [...named, wrong(`So it is with ${more} ${noun} more.`)] : named
}

const plainWords: Record<string, string> = {
  ENOTFOUND: 'its name is not known (DNS)',
  EAI_AGAIN: 'its name cannot be looked up now (DNS)',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it hangs up',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  EACCES: 'it may not be read by this user',
  EISDIR: 'it is a folder and no file',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

/** Why something cannot be used, in plain words where there are some. Ends without a full stop. */
export function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', path } = cause as NodeJS.ErrnoException
    // Some give their own code, and the system's in the text.
    const plain = plainWords[code] ?? plainWords[/\bE[A-Z_]+\b/.exec(cause.message)?.[0] ?? '']
    if (plain) return plain
    if (code === 'ENOENT' && path) return `there is no file ${path}`
    if (/wrong version number/.test(cause.message)) return 'it speaks no TLS there'
    if (/HTTP 503/.test(cause.message)) return 'it has too much to do'
    if (cause instanceof z.ZodError || cause instanceof SyntaxError) {
      return 'what answers there is something else'
    }
    if (/HTTP 401/.test(cause.message)) return 'it knows another user, password or cookie'
    if (/HTTP 403/.test(cause.message))
      return 'its user may not call it, or this machine may not (rpcallowip)'
  }
  return explainError(error).replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
}
