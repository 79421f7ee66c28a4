import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { SandboxText } from '#contract/texts/keys.ts'
import { btcText } from '#domain/money.ts'
import { language } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { ChainError, FaucetLow } from '#server/ports.ts'
import { SandboxRefusal, sandboxText } from './texts.ts'

/** The text for each field of a request; each has one rule. */
const textOfField: Record<string, SandboxText> = {
  address: 'address',
  btc: 'amount',
  blocks: 'blocks',
  price: 'price',
}

function faucetLow({
  requestedSats,
  freeSats,
  nextBlockSats,
  laterSats,
}: FaucetLow): SandboxRefusal {
  const nextSats = freeSats + nextBlockSats
  const allSats = nextSats + laterSats
  const params = { free: btcText(freeSats), next: btcText(nextSats), later: btcText(allSats) }
  if (nextBlockSats > 0n && requestedSats < nextSats)
    return new SandboxRefusal('faucetWaits', params)
  return new SandboxRefusal(requestedSats < allSats ? 'faucetRipens' : 'faucetDry', params)
}

function refusalOf(error: unknown): SandboxRefusal | null {
  if (error instanceof SandboxRefusal) return error
  if (error instanceof FaucetLow) return faucetLow(error)
  if (error instanceof ChainError) {
    return error.kind === 'unknown'
      ? new SandboxRefusal('nodeAway')
      : new SandboxRefusal('nodeRefused', { reason: error.reason })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const field = error.validation[0]?.instancePath.replace(/^\//, '') ?? ''
    return new SandboxRefusal(textOfField[field] ?? 'request')
  }
  // All calls share the reading of the body, which throws the envelope's codes.
  if (error instanceof Refusal) return new SandboxRefusal('request')
  const { statusCode } = error as { statusCode?: number }
  return statusCode && statusCode < 500 ? new SandboxRefusal('request') : null
}

/** Sends an error of the sandbox: `{ message }` without an envelope. */
export function sendSandboxError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error)
  const unexpected = !refusal || refusal.text === 'nodeAway'
  if (unexpected) request.log.error({ err: error }, 'a call of the sandbox failed')
  const { text, params } = refusal ?? new SandboxRefusal('fault')
  return reply
    .status(refusal?.status ?? 500)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ message: sandboxText(text, language(request), params) })
}
