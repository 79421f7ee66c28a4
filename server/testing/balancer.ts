import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 50

/**
 * Stands in front of several api processes as a balancer does: sends each request to the next one whose
 * `/readyz` said yes when it last looked, over connections that it keeps. It tries nothing twice, so
 * that a request which a process loses is lost.
 */
export class Balancer {
  readonly #ready = new Map<string, boolean>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((incoming, answer) => this.#pass(incoming, answer))
  readonly #stopping = new AbortController()
  #watching: Promise<void> = Promise.resolve()
  #turn = 0

  static async start(): Promise<Balancer> {
    const balancer = new Balancer()
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve))
    balancer.#watching = balancer.#watch()
    return balancer
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(backend: string): void {
    this.#ready.set(backend, false)
  }

  remove(backend: string): void {
    this.#ready.delete(backend)
  }

  readyOnes(): string[] {
    return [...this.#ready].filter(([, isReady]) => isReady).map(([backend]) => backend)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#watching
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    this.#agent.destroy()
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await Promise.all([...this.#ready.keys()].map((backend) => this.#look(backend)))
      await sleep(lookEveryMs)
    }
  }

  async #look(backend: string): Promise<void> {
    const isReady = await fetch(`${backend}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (this.#ready.has(backend)) this.#ready.set(backend, isReady)
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = this.readyOnes()
    const backend = ready[this.#turn++ % ready.length]
    const fail = (why: string) => {
      answer.writeHead(502, { 'content-type': 'application/json' })
      answer.end(JSON.stringify({ success: false, message: why }))
    }
    if (!backend) {
      fail('no backend is ready')
      return
    }
    const { method = 'GET', headers } = incoming
    const passed = request(
      `${backend}${incoming.url}`,
      { method, headers: { ...headers, connection: 'keep-alive' }, agent: this.#agent },
      (response) => {
        // The headers of the connection between process and balancer are not the client's.
        const { connection: _, 'keep-alive': __, ...kept } = response.headers
        answer.writeHead(response.statusCode ?? 502, kept)
        response.pipe(answer)
        response.on('error', () => answer.destroy())
      },
    )
    passed.on('error', (cause) => fail(cause.message))
    incoming.pipe(passed)
  }
}
