import { freezeParams, freezeState } from '#contract/freezes.ts'
import { success } from '#contract/http.ts'
import { type App, ok } from '#server/platform/http.ts'
import type { Parts } from '#server/platform/parts.ts'
import { limits, networkOf, take } from '#server/platform/rate-limits.ts'
import { freeze, readFreeze } from './freeze.ts'

const schema = { tags: ['company'], params: freezeParams, response: { 200: success(freezeState) } }

/** The links of mails: whoever reads the mail may freeze, signed in or not. */
export async function freezeRoutes(app: App, parts: Parts): Promise<void> {
  app.get('/freezes/:token', { schema }, async (request) => {
    await take(parts, limits.freeze, networkOf(request.ip))
    return ok(request, await readFreeze(parts, request.params.token))
  })

  app.post('/freezes/:token', { schema }, async (request) => {
    await take(parts, limits.freeze, networkOf(request.ip))
    const frozen = await freeze(parts, request.params.token, request.ip)
    return ok(request, frozen, 'companyFrozen')
  })
}
