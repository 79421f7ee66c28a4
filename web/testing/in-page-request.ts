import { server } from './server.ts'

let pause: Promise<void> | null = null

/** Uploads stop half way until the function that it returns is called. */
export function pauseUploads(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  pause = promise
  return () => {
    pause = null
    resolve()
  }
}

/** XMLHttpRequest, which alone reports upload progress; the test's server answers it. */
export class InPageRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #url = ''
  #method = ''
  #isAborted = false
  readonly #headers = new Headers()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  async send(body: FormData) {
    this.#progress(50)
    await pause
    if (this.#isAborted) return
    this.#progress(100)
    try {
      const answer = await server.take(this.#url, this.#method, this.#headers, body)
      this.responseText = await answer.text()
      this.status = answer.status
      this.dispatchEvent(new Event('load'))
    } catch {
      this.dispatchEvent(new Event('error'))
    }
  }

  abort() {
    this.#isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  #progress(loaded: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }))
  }
}
