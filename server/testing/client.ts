import { randomUUID } from 'node:crypto'

/** A company that uses the running program as anybody would: over HTTP. */

type Envelope<T> = { success: boolean; message: string; data: T }
const password = 'Secreta#2026'
/** JSON, or a form with a file. */
type Body = Record<string, unknown> | FormData

export class Client {
  /** Any process of the same installation serves the same session. */
  baseUrl: string
  #token = ''

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  /** The bearer, for who asks by other means. */
  get token(): string {
    return this.#token
  }

  /** Asks with this bearer from now on. */
  use(token: string): void {
    this.#token = token
  }

  /** The answer as it is, refusals included. */
  async ask<T>(
    method: string,
    path: string,
    { body, baseUrl = this.baseUrl, key }: { body?: Body; baseUrl?: string; key?: string } = {},
  ): Promise<{
    status: number
    answer: Envelope<T> & { code?: string }
    replayed: boolean
    cookies: string[]
  }> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Envelope<T> & { code?: string }
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, answer, replayed, cookies: response.headers.getSetCookie() }
  }

  /** The data of an answer; throws where the server refuses. Outside /api/v1 there is no envelope. */
  async call<T>(method: string, path: string, body?: Body): Promise<T> {
    const { status, answer } = await this.ask<T>(method, path, body ? { body } : {})
    if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return path.startsWith('/api/v1') ? answer.data : (answer as T)
  }

  /**
   * Registers a company and its administrator, whose e-mail is answered. Nothing but withdrawals needs
   * a code.
   */
  async signUp(): Promise<string> {
    const email = `bench.${randomUUID()}@example.com`
    const { token } = await this.call<{ token: string }>('POST', '/api/v1/auth/sign-up', {
      firstName: 'Banco',
      lastName: 'de Pruebas',
      email,
      password,
      companyName: 'Banco de Pruebas',
      companySector: 'Otro',
    })
    this.#token = token
    const approval = { overUsd: null, changedAddresses: false }
    await this.call('PUT', '/api/v1/companies', { approval, password })
    const { approvals } = await this.call<{ approvals: { _id: string }[] }>(
      'GET',
      '/api/v1/approvals',
    )
    await this.approve(approvals[0]?._id ?? '', email)
    return email
  }

  /** Approves a change with the code that goes to this e-mail. */
  async approve(id: string, email: string): Promise<void> {
    await this.call('POST', `/api/v1/approvals/${id}/code`)
    const code = await newestCode(this, email)
    await this.call('POST', `/api/v1/approvals/${id}/approve`, { code })
  }

  /** A session of its own for the administrator whose e-mail it is. */
  async signIn(email: string): Promise<{ token: string; user: unknown }> {
    const session = await this.call<{ token: string; user: unknown }>(
      'POST',
      '/api/v1/auth/sign-in',
      { email, password },
    )
    this.#token = session.token
    return session
  }

  /** A payroll of `addresses`, each with its salary in dollars. */
  async payroll(addresses: readonly string[], salaryUsd: number) {
    const payroll = await this.call<{ _id: string; cryptoAddress: string }>(
      'POST',
      '/api/v1/companies/payrolls',
      { name: 'Nómina', description: 'Nómina', type: 'REGULAR' },
    )
    for (const [index, cryptoAddress] of addresses.entries()) {
      const employee = await this.call<{ _id: string }>('POST', '/api/v1/companies/employees', {
        firstName: 'Persona',
        lastName: `Número ${index}`,
        baseSalary: salaryUsd,
        cryptoAddress,
      })
      await this.call(
        'PATCH',
        `/api/v1/companies/payrolls/${payroll._id}/employees/${employee._id}`,
      )
    }
    return payroll
  }
}

/** The newest six digits that are a word in what the program sent: an id in a link may have six in a row. */
export async function newestCode(client: Client, email: string): Promise<string> {
  const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = await client.call<{ messages: { text: string }[] }>('GET', path)
  for (const { text } of messages) {
    const [code] = /\b\d{6}\b/.exec(text) ?? []
    if (code) return code
  }
  throw new Error('No code was sent')
}
