import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on standard output. Nothing but what a call names is logged: no bodies, no headers. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.errWithCause },
  })
}
