import { z } from 'zod'
import { DeliveryError, type TextMessages } from '#server/ports.ts'

type Account = { accountSid: string; authToken: string; apiUrl: string }
type Options = { timeoutMs?: number }

const patienceMs = 15_000

/** 4xx answers about our account or the moment, and not about the message. */
const passingStatuses = new Set([401, 403, 408, 429])

const faultAnswer = z.object({ code: z.number() })
const accountAnswer = z.object({ status: z.string() })

async function deliveryErrorOf(response: Response): Promise<DeliveryError> {
  const { status } = response
  const permanent = status >= 400 && status < 500 && !passingStatuses.has(status)
  const { data } = faultAnswer.safeParse(await response.json().catch(() => null))
  // The number says what is wrong: https://www.twilio.com/docs/api/errors
  return new DeliveryError(`Twilio ${status}${data ? `, error ${data.code}` : ''}`, permanent)
}

/** Asks Twilio once about the account, or posts a form under it. Throws unless the status is 2xx. */
async function callTwilio(
  { accountSid, authToken, apiUrl, timeoutMs = patienceMs }: Account & Options,
  path: string,
  form?: Record<string, string>,
): Promise<Response> {
  const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}${path}.json`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new DeliveryError('Twilio does not answer', false, { cause })
  })
  if (!response.ok) throw await deliveryErrorOf(response)
  return response
}

/** The status of an account: `active`, `suspended` or `closed`. */
export async function fetchTwilioStatus(account: Account): Promise<string> {
  const response = await callTwilio(account, '')
  return accountAnswer.parse(await response.json()).status
}

export function twilioTextMessages({
  from,
  ...account
}: Account & Options & { from: string }): TextMessages {
  return {
    async send({ to, text }) {
      const response = await callTwilio(account, '/Messages', { To: to, From: from, Body: text })
      // The status says that Twilio took the message: a lost body must not send it again.
      await response.body?.cancel().catch(() => {})
    },
  }
}
