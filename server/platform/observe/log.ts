import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Logger, pino } from 'pino'
import { isDatabaseAway, outage } from '../db/database-away.ts'

export type Log = Logger

/** The error of a log call that has one. */
const errorOf = ([about]: unknown[]): unknown =>
  typeof about === 'object' && about !== null && 'err' in about ? about.err : undefined

/**
 * JSON lines on standard output, or in a file. Nothing but what a call names is logged: no bodies, no
 * headers. Everybody who finds the database away says so: the first one is logged.
 */
export function createLog(level: string, file?: string | undefined): Log {
  if (file) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: pino.stdSerializers.errWithCause },
      hooks: {
        logMethod(args, method) {
          if (!isDatabaseAway(errorOf(args))) method.apply(this, args)
          else if (outage.isUnsaid()) {
            method.apply(this, [{ err: errorOf(args) }, 'the database is away; everything waits'])
          }
        },
      },
    },
    pino.destination(file ? { dest: file, mode: 0o600, sync: true } : 1),
  )
}

/** The file of the log while a person reads the terminal; undefined for standard output. */
export const logFileOf = (
  dataDir: string,
  isTerminal = process.stdout.isTTY,
): string | undefined => (isTerminal ? join(dataDir, 'logs', 'quincena.log') : undefined)
