/**
 * Like `fetch`, and tells how far the body has been sent, which only XMLHttpRequest knows. For one
 * request with a FormData: what it rejects with is a TypeError, as fetch's failures are.
 */
export function fetchWithProgress(
  url: string,
  init: { method: string; headers: Headers; body: FormData; signal: AbortSignal },
  onSent: (sent: number, total: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method, url)
    init.headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    )
    request.addEventListener('error', () => reject(new TypeError('the connection failed')))
    request.addEventListener('abort', () => reject(init.signal.reason))
    init.signal.addEventListener('abort', () => request.abort(), { once: true })
    if (init.signal.aborted) reject(init.signal.reason)
    else request.send(init.body)
  })
}
