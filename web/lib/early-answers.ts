/** As the client will ask: what it then asks otherwise is simply asked for itself. */
const basePath = '/api/v1'
/** What came too long ago may have changed; the client asks anew. */
const keptMs = 10_000

type Early = { answer: Promise<Response>; authorization: string; at: number }

const asked = new Map<string, Early>()

/** Reads what the first screen will ask for, while its scripts are still on their way. */
export function readEarly(path: string, token: string, language: string) {
  const authorization = `Bearer ${token}`
  const answer = fetch(basePath + path, {
    headers: {
      Accept: 'application/json',
      'Accept-Language': language,
      Authorization: authorization,
    },
    cache: 'no-store',
    signal: AbortSignal.timeout(keptMs),
  })
  // A lost answer is the client's, which asks again.
  answer.catch(() => undefined)
  asked.set(basePath + path, { answer, authorization, at: Date.now() })
}

/** `fetch`, which takes an answer that is on its way already, once. */
export const fetchOnce: typeof fetch = (input, init) => {
  const early = typeof input === 'string' ? asked.get(input) : undefined
  if (!early || init?.method !== 'GET') return fetch(input, init)
  asked.delete(String(input))
  const isSame = new Headers(init.headers).get('Authorization') === early.authorization
  if (!isSame || Date.now() - early.at > keptMs) return fetch(input, init)
  return early.answer.catch(() => fetch(input, init))
}
