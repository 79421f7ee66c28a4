import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  faucetAnswer,
  messageList,
  mineAnswer,
  sandboxFailure,
  sandboxPriceAnswer,
  sandboxState,
  sandboxTransaction,
} from '#contract/sandbox.ts'
import { currentLanguage, i18n } from '#web/lib/i18n.ts'

const pollMs = 2000

/** The sandbox's calls have neither envelope nor session. Their errors are for people to read. */
async function ask<Answer extends z.ZodMiniType>(
  schema: Answer,
  path: string,
  body?: Record<string, unknown>,
): Promise<z.output<Answer>> {
  const [response, answer] = await send(path, body)
  if (!response.ok) {
    const refused = sandboxFailure.safeParse(answer)
    throw new Error(refused.success ? refused.data.message : i18n.t('errors.unreadable'))
  }
  const accepted = schema.safeParse(answer)
  if (!accepted.success) throw new Error(i18n.t('errors.unreadable'), { cause: accepted.error })
  return accepted.data
}

async function send(path: string, body?: Record<string, unknown>): Promise<[Response, unknown]> {
  try {
    const response = await fetch(`/api/sandbox${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'Accept-Language': currentLanguage(),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
    })
    return [response, await response.json()]
  } catch (cause) {
    throw new Error(i18n.t(body ? 'errors.networkWrite' : 'errors.networkRead'), { cause })
  }
}

const key = 'sandbox'

export const useSandboxState = () =>
  useQuery({
    queryKey: [key, 'state'],
    queryFn: () => ask(sandboxState, '/state'),
    refetchInterval: pollMs,
  })

export const useMessages = () =>
  useQuery({
    queryKey: [key, 'messages'],
    queryFn: async () => (await ask(messageList, '/messages')).messages,
    refetchInterval: pollMs,
  })

export const useSandboxTransaction = (txid: string) =>
  useQuery({
    queryKey: [key, 'tx', txid],
    queryFn: () => ask(sandboxTransaction, `/tx/${encodeURIComponent(txid)}`),
    refetchInterval: pollMs,
  })

/** Every action changes what the sandbox shows; each form says itself what went wrong. */
function useAction<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  })
}

export const useFaucet = () =>
  useAction((body: { address: string; btc: string }) => ask(faucetAnswer, '/faucet', body))

export const useMine = () => useAction((blocks: number) => ask(mineAnswer, '/mine', { blocks }))

export const useSetPrice = () =>
  useAction((price: unknown) => ask(sandboxPriceAnswer, '/price', { price }))

export const useAutoMining = () =>
  useAction((on: boolean) => ask(sandboxState, '/auto-mining', { on }))
