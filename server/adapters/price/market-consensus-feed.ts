import {
  countNeeded,
  type ExchangeQuote,
  findAgreedPrice,
  isPossiblePrice,
  quotesBehind,
} from '#domain/price.ts'
import type { Clock, ExchangeName, ExchangeSource, PriceFeed } from '#server/ports.ts'
import { exchanges } from './exchanges.ts'

export type FeedOptions = {
  sources: readonly ExchangeSource[]
  clock: Clock
  /**
   * Called when an exchange that answered fails, and when one that failed answers; null: it is
   * well.
   */
  onChange: (name: ExchangeName, fault: unknown) => void
}

/** A round with fewer answers than this says nothing, whatever is remembered of earlier ones. */
const answersAtLeast = 2
/** Rounds do not begin to the millisecond. */
const slackMs = 1_000

/** The price that several exchanges agree on, by the rules of domain/price.ts. */
export function exchangePrices({ sources, clock, onChange }: FeedOptions): PriceFeed {
  const quotes = new Map<ExchangeName, ExchangeQuote>()
  const lastRequestMs = new Map<ExchangeName, number>()
  const failing = new Set<ExchangeName>()

  async function askOne({ name, baseUrl }: ExchangeSource): Promise<boolean> {
    const nowMs = clock.now().getTime()
    lastRequestMs.set(name, nowMs)
    try {
      const quote = await exchanges[name].fetchQuote(baseUrl, nowMs)
      if (!isPossiblePrice(quote.usdCentsPerBtc)) {
        throw new Error(`${quote.usdCentsPerBtc} cents is not the price of a bitcoin`)
      }
      quotes.set(name, quote)
      if (failing.delete(name)) onChange(name, null)
      return true
    } catch (fault) {
      // An exchange's fault is no fault of the round: the others decide.
      if (!failing.has(name)) onChange(name, fault)
      failing.add(name)
      return false
    }
  }

  return {
    async quote(lastHour) {
      const startedMs = clock.now().getTime()
      const due = sources.filter(
        ({ name }) =>
          startedMs - (lastRequestMs.get(name) ?? 0) >= exchanges[name].everyMs - slackMs,
      )
      const answered = (await Promise.all(due.map(askOne))).filter(Boolean).length
      if (answered < answersAtLeast) {
        throw new Error(`${answered} of ${due.length} exchanges answered`)
      }
      const nowMs = clock.now().getTime()
      const agreement = findAgreedPrice([...quotes.values()], nowMs)
      if (agreement.reason !== null) throw new Error(agreement.reason)
      const { usdCentsPerBtc, sources: agreeing } = agreement
      const needed = countNeeded(usdCentsPerBtc, lastHour, sources.length)
      if (agreeing < needed) {
        const why = lastHour ? 'which is a step' : 'and no price of the last hour says so'
        throw new Error(
          `${agreeing} of ${sources.length} exchanges agree on ${usdCentsPerBtc} cents, ${why}: it takes ${needed}`,
        )
      }
      const named = [...quotes].map(([name, quote]) => ({ name, ...quote }))
      return {
        usdCentsPerBtc,
        sources: agreeing,
        quotes: quotesBehind(named, usdCentsPerBtc, nowMs).map(({ name, usdCentsPerBtc }) => ({
          name,
          usdCentsPerBtc,
        })),
      }
    },
  }
}
