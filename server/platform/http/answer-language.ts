import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '#contract/languages.ts'
import { type App, language } from './http.ts'

const answered = new AsyncLocalStorage<Language>()

/** The language of the request that is being answered; Spanish outside of requests. */
export const answerLanguage = (): Language => answered.getStore() ?? 'es'

/**
 * The language is known from a route's handler on. Before it the body is read, which loses the
 * context.
 */
export function keepAnswerLanguage(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => answered.run(language(request), done))
}
