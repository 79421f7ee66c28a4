import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Failure, Fault } from '#contract/http.ts'
import type { Language } from '#contract/languages.ts'
import type { AnswerText, FieldText } from '#contract/texts/keys.ts'
import type { AddressFault } from '#domain/explain-address.ts'
import { isDeadlock, isLockTimeout, isPoolBusy } from '../db/database.ts'
import { isDatabaseAway, outage } from '../db/database-away.ts'
import { addressFaultText, answerText, errorText, faultText, languageOf } from './language.ts'
import { describeLostDatabase } from './lost-database.ts'
import { Refusal } from './refusal.ts'

/** A failover takes some 20 s, of which nobody knows how many have passed. */
const outageRetrySeconds = 2

/** The server with the contract's schemas as its types. */
export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  ZodTypeProvider
>

/** The answer of a route: the success envelope, its message in the person's language. */
export function ok<T>(
  request: FastifyRequest,
  data: T,
  text?: AnswerText,
  params?: Record<string, string>,
): { success: true; message: string; data: T } {
  const message = text ? answerText(text, language(request), params) : ''
  return { success: true, message, data }
}

export const language = (request: FastifyRequest): Language =>
  languageOf(request.headers['accept-language'])

type Issue = { instancePath: string; message?: string; params?: Record<string, unknown> }

/** The explanation that the contract's schema of an address adds to its issue. */
function addressFaultOf({ message, params }: Issue): AddressFault | null {
  if (message !== ('address' satisfies FieldText)) return null
  const own = params?.params as { fault?: AddressFault } | undefined
  return own?.fault ?? null
}

function faultsOf(validation: Issue[], speak: Language): Fault[] {
  const faults = new Map<string, Fault>()
  for (const issue of validation) {
    const path = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
    // The first fault of a field is the one to mend first.
    if (faults.has(path)) continue
    const address = addressFaultOf(issue)
    faults.set(path, {
      path,
      ...(address
        ? { message: addressFaultText(address, speak), code: address.code }
        : { message: faultText(issue.message ?? '', speak) }),
    })
  }
  return [...faults.values()]
}

/** Codes by which Fastify itself refuses a request before any route runs. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
}

function refusalOf(error: unknown, speak: Language): Refusal | null {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id in the path is just one that nobody has.
    if (error.validationContext === 'params') return new Refusal('NOT_FOUND')
    return new Refusal('VALIDATION', { faults: faultsOf(error.validation, speak) })
  }
  if (isResponseSerializationError(error)) return null
  if (isLockTimeout(error) || isDeadlock(error)) return new Refusal('IN_USE', { cause: error })
  if (isPoolBusy(error)) {
    // During an outage all connections are used by requests that wait for the database.
    return new Refusal(outage.lasts ? 'DATABASE_UNAVAILABLE' : 'BUSY', { cause: error })
  }
  if (isDatabaseAway(error)) return new Refusal('DATABASE_UNAVAILABLE', { cause: error })
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code ? ofFastify[code] : undefined
  if (known) return new Refusal(known)
  return statusCode === 400 ? new Refusal('BAD_JSON') : null
}

/** The one exit of all errors: a person gets text and code, the log gets the cause. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const speak = language(request)
  const refusal = refusalOf(error, speak)
  const route = request.routeOptions.url
  if (!refusal) request.log.error({ err: error, route }, 'a request failed')
  const isLost = refusal?.code === 'DATABASE_UNAVAILABLE'
  if (isLost) {
    request.log.error({ err: error, route }, 'a request lost the database')
  }
  if (refusal?.code === 'ACCOUNT_TAMPERED') {
    request.log.error({ err: error, route }, 'an account was changed past the program')
  }
  const code = refusal?.code ?? 'INTERNAL'
  const details = refusal?.details ?? {}
  const body: Failure = {
    success: false,
    message: isLost ? describeLostDatabase(request, speak) : errorText(code, speak, details.params),
    code,
    data: details.data ?? null,
    ...(details.faults ? { errors: details.faults } : {}),
  }
  const retryAfter = isLost ? outageRetrySeconds : details.retryAfterSeconds
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .status(errorStatus[code])
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}
