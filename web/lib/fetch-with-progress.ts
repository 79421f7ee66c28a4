/**
 * Like `fetch`, and reports how much of the body was sent, which only XMLHttpRequest knows. For one
 * request with a FormData: it rejects with a TypeError, as fetch does.
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
