import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod/mini'
import {
  autoMiningBody,
  faucetAnswer,
  faucetBody,
  messageList,
  messagesQuery,
  mineAnswer,
  mineBody,
  sandboxFailure,
  sandboxPriceAnswer,
  sandboxPriceBody,
  sandboxState,
  sandboxTransaction,
} from '#contract/sandbox.ts'
import { fixPrice } from '#server/features/prices/index.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sendSandboxError } from './errors.ts'
import { exploreTransaction } from './explorer.ts'
import { faucetSats, faucetScriptOf, priceUsdCents } from './requests.ts'
import { readSentMessages, readState, setAutoMining } from './state.ts'
import { SandboxRefusal } from './texts.ts'

const tags = ['sandbox']
const answers = <T extends z.ZodMiniType>(schema: T) => ({
  200: schema,
  400: sandboxFailure,
  404: sandboxFailure,
})

/** The sandbox's routes, which exist only with play money. */
export async function sandboxRoutes(app: App, deps: Deps): Promise<void> {
  if (!deps.sandbox) return
  const { db, config } = deps
  const { chain, play } = deps.sandbox
  await app.register(
    async (plugin) => {
      const routes = plugin.withTypeProvider<ZodTypeProvider>()
      routes.setErrorHandler(sendSandboxError)
      routes.setNotFoundHandler((request, reply) =>
        sendSandboxError(new SandboxRefusal('unknownCall'), request, reply),
      )
      routes.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })

      routes.post(
        '/faucet',
        { schema: { tags, body: faucetBody, response: answers(faucetAnswer) } },
        async ({ body }) => ({
          txid: await play.give(faucetScriptOf(body.address, config.network), faucetSats(body.btc)),
        }),
      )
      routes.post(
        '/mine',
        { schema: { tags, body: mineBody, response: answers(mineAnswer) } },
        async ({ body }) => ({ height: await play.mine(body.blocks) }),
      )
      routes.post(
        '/price',
        { schema: { tags, body: sandboxPriceBody, response: answers(sandboxPriceAnswer) } },
        async ({ body }) => {
          await fixPrice(deps, priceUsdCents(body.price))
          return { price: body.price }
        },
      )
      routes.get(
        '/messages',
        { schema: { tags, querystring: messagesQuery, response: answers(messageList) } },
        async ({ query }) => ({ messages: await readSentMessages(deps, query.to) }),
      )
      routes.get('/state', { schema: { tags, response: answers(sandboxState) } }, () =>
        readState(db, chain),
      )
      routes.post(
        '/auto-mining',
        { schema: { tags, body: autoMiningBody, response: answers(sandboxState) } },
        async ({ body }) => {
          await setAutoMining(db, body.on)
          return readState(db, chain)
        },
      )
      routes.get(
        '/tx/:txid',
        {
          schema: {
            tags,
            params: z.object({ txid: z.string() }),
            response: answers(sandboxTransaction),
          },
        },
        async ({ params }) => {
          const txid = params.txid.toLowerCase()
          const found = /^[0-9a-f]{64}$/.test(txid)
            ? await exploreTransaction(db, chain, config.network, txid)
            : null
          if (!found) throw new SandboxRefusal('unknownTransaction')
          return found
        },
      )
    },
    { prefix: '/api/sandbox' },
  )
}
