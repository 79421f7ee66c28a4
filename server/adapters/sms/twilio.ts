import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { DeliveryError, type TextMessages } from '#server/ports.ts'

type Account = { accountSid: string; authToken: string; from: string; apiUrl: string }

const timeoutMs = 15_000

/** These 4xx are about us or the moment, and not about the message. */
const passingStatuses = new Set([401, 403, 408, 429])

/** Twilio's own client, which asks `apiUrl` where it would ask its maker. */
class ClientOf extends twilio.RequestClient {
  readonly #apiUrl: string

  constructor(apiUrl: string) {
    super({ timeout: timeoutMs })
    this.#apiUrl = apiUrl
  }

  override request<T>(options: RequestClient.RequestOptions<T>) {
    const { pathname, search } = new URL(options.uri)
    return super.request<T>({ ...options, uri: `${this.#apiUrl}${pathname}${search}` })
  }
}

function deliveryErrorOf(cause: unknown): DeliveryError {
  const { status, code } = cause as { status?: unknown; code?: unknown }
  if (typeof status !== 'number') return new DeliveryError('Twilio does not answer', false)
  const permanent = status >= 400 && status < 500 && !passingStatuses.has(status)
  // The number says what is wrong: https://www.twilio.com/docs/api/errors
  const numbered = typeof code === 'number' ? `, error ${code}` : ''
  return new DeliveryError(`Twilio ${status}${numbered}`, permanent)
}

export const twilioClient = ({ accountSid, authToken, apiUrl }: Omit<Account, 'from'>) =>
  twilio(accountSid, authToken, { httpClient: new ClientOf(apiUrl) })

export function twilioTextMessages({ from, ...account }: Account): TextMessages {
  const client = twilioClient(account)
  return {
    async send({ to, text }) {
      try {
        await client.messages.create({ to, from, body: text })
      } catch (cause) {
        throw deliveryErrorOf(cause)
      }
    },
  }
}
