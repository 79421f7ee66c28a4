import type { z } from 'zod/mini'
import { approvalRules } from '#contract/approval-rules.ts'
import { nextPayday } from '#contract/calendar.ts'
import { publicConfig } from '#contract/company.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { failure, success } from '#contract/http.ts'
import { networkState } from '#contract/network.ts'
import { payrollSweep } from '#contract/sweeps.ts'
import { team } from '#contract/team.ts'
import { texts } from '#contract/texts/index.ts'
import { myPayTexts, webTexts } from '#web/vite-plugins/translations.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Answer = (query: URLSearchParams) => Response | Promise<Response>

interface Received {
  route: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

const json = (status: number, content: unknown) =>
  new Response(JSON.stringify(content), { status, headers: { 'Content-Type': 'application/json' } })

const translations = '/assets/translations/es/global.json'
/** The language to which the employees' page is switched. */
const myPayTranslations = '/assets/translations/en/my-pay.json'

/**
 * Stands in for the server behind `fetch`. The contract's schemas parse each answer, so a fixture
 * that the server could never send fails its test.
 */
class TestServer {
  #answers = new Map<string, Answer>()
  #received: Received[] = []
  /** Requests that no test gave an answer to; the set-up fails their test. */
  readonly unanswered: string[] = []

  constructor() {
    this.reset()
  }

  /** Answers every request to `path` with `data`, until it is replaced. */
  answer<Schema extends z.ZodMiniType>(
    method: Method,
    path: string,
    schema: Schema,
    data: z.input<Schema>,
    status = 200,
  ) {
    const content = success(schema).parse({ success: true, message: '', data })
    this.#answers.set(`${method} ${path}`, () => json(status, content))
  }

  /** Answers every request to `path` with data that depends on the query. */
  answerBy<Schema extends z.ZodMiniType>(
    method: Method,
    path: string,
    schema: Schema,
    dataOf: (query: URLSearchParams) => z.input<Schema>,
  ) {
    this.#answers.set(`${method} ${path}`, (query) => {
      const data = dataOf(query)
      return json(200, success(schema).parse({ success: true, message: '', data }))
    })
  }

  /** Refuses with the status and the Spanish text of `code`. */
  refuse(
    method: Method,
    path: string,
    code: ErrorCode,
    more: { data?: Record<string, unknown>; errors?: z.input<typeof failure>['errors'] } = {},
  ) {
    const message = texts.es.errors[code]
    const content = failure.parse({ success: false, message, code, data: null, ...more })
    this.#answers.set(`${method} ${path}`, () => json(errorStatus[code], content))
  }

  /** The connection breaks before an answer comes. */
  lose(method: Method, path: string) {
    this.#answers.set(`${method} ${path}`, () => {
      throw new TypeError('the connection broke')
    })
  }

  /** Requests to `path` wait for the function that it returns, and then get the answer of before. */
  hold(method: Method, path: string): () => void {
    const route = `${method} ${path}`
    const answer = this.#answers.get(route)
    const held = Promise.withResolvers<void>()
    this.#answers.set(route, (query) => held.promise.then(() => this.#give(route, answer, query)))
    return held.resolve
  }

  /** Requests to `path` so far, oldest first. */
  requests(method: Method, path: string): Received[] {
    return this.#received.filter(({ route }) => route === `${method} ${path}`)
  }

  async take(url: string, method: string, headers: Headers, body: unknown): Promise<Response> {
    const { pathname, searchParams: query } = new URL(url, 'http://localhost')
    if (pathname === translations) return json(200, webTexts('es'))
    if (pathname === myPayTranslations) return json(200, myPayTexts('en'))
    const route = `${method} ${pathname.replace('/api/v1', '')}`
    const content = typeof body === 'string' ? JSON.parse(body) : body
    this.#received.push({ route, query, headers, body: content })
    return this.#give(route, this.#answers.get(route), query)
  }

  #give(
    route: string,
    answer: Answer | undefined,
    query: URLSearchParams,
  ): Response | Promise<Response> {
    if (answer) return answer(query)
    this.unanswered.push(route)
    throw new TypeError(`no answer to ${route}`)
  }

  reset() {
    this.#answers.clear()
    this.#received = []
    this.unanswered.length = 0
    // Every screen asks for these.
    this.answer('GET', '/config', publicConfig, {
      network: 'regtest',
      explorerTxUrl: 'https://explorer.test/tx/{txid}',
      sandbox: false,
    })
    this.answer('GET', '/network', networkState, { quietSince: null })
    // A team of one administrator and no rule: what the screens of money ask before they say who
    // approves.
    const alone = { users: [], invitations: [] }
    this.answer('GET', '/companies/users', team, alone)
    const noRules = { tiers: [], strongOnly: false, pending: null }
    this.answer('GET', '/companies/approval-rules', approvalRules, noRules)
    this.answer('GET', '/companies/payrolls/payroll-1/sweep', payrollSweep, noSweep)
    this.answer('GET', '/calendar/next', nextPayday, { hasDates: false, next: null })
  }
}

/** Off, as it is at first. */
const noSweep = {
  on: false,
  floorUsd: null,
  leastFloorUsd: 15,
  defaultFloorUsd: 50,
  address: null,
  addressState: null,
  pending: null,
  fee: null,
  dust: null,
  waits: 'OFF' as const,
}

export const server = new TestServer()
