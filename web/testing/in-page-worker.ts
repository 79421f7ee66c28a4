import { vi } from 'vitest'

const scripts = import.meta.glob('../features/**/*.worker.ts')

type Listener = NonNullable<typeof self.onmessage>
const listeners = new Map<string, Listener>()

/** The script's own listener; a script runs once, and leaves it where the page's would be. */
async function listenerOf(path: string): Promise<Listener> {
  const known = listeners.get(path)
  if (known) return known
  await scripts[path]?.()
  const listener = self.onmessage
  self.onmessage = null
  if (!listener) throw new Error(`${path} listens to nothing`)
  listeners.set(path, listener)
  return listener
}

/** Runs a worker's real script in the page: happy-dom has no threads. One at a time. */
export class InPageWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  #path: string
  #isOver = false

  constructor(url: string) {
    const path = Object.keys(scripts).find((script) => url.includes(script.replace('..', '')))
    if (!path) throw new Error(`no worker at ${url}`)
    this.#path = path
  }

  async postMessage(data: unknown) {
    const listener = await listenerOf(this.#path)
    vi.stubGlobal('postMessage', (answer: unknown) => {
      if (!this.#isOver) this.onmessage?.({ data: answer })
    })
    await listener.call(window, new MessageEvent('message', { data }))
  }

  terminate() {
    this.#isOver = true
  }
}
