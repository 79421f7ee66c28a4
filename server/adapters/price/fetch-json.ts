import { z } from 'zod'
import { parseUsdText } from '#domain/money.ts'

const timeoutMs = 3_000
const limitBytes = 64 * 1024

/** A price as the exchange writes it: plain decimals, never a number that went through a double. */
export const decimal = z.string().transform((text, context) => {
  const usdCents = parseUsdText(text)
  if (usdCents !== null) return usdCents
  context.addIssue({ code: 'custom', message: 'not a plain decimal' })
  return z.NEVER
})

/** Seconds since 1970 as milliseconds. */
export const unixSeconds = z
  .string()
  .regex(/^\d{10}$/)
  .transform((text) => Number(text) * 1_000)

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown

/** Numbers as the text that stood there. `source` is JavaScript's own, not yet in TypeScript's types. */
const numbersAsText: Reviver = (_key, value, { source }) =>
  typeof value === 'number' ? source : value

async function readLimited(response: Response): Promise<string> {
  if (!response.body) throw new Error('no body')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    // Counted after decompression; leaving the loop cancels the rest.
    if (size > limitBytes) throw new Error(`more than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Asks an exchange once: a JSON answer with status 200, at most 64 KiB, within 3 s, from the address
 * asked and no other. Throws for everything else.
 */
export async function fetchJson<T extends z.ZodType>(url: URL, schema: T): Promise<z.output<T>> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'quincena' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const text = await readLimited(response)
  return schema.parse(JSON.parse(text, numbersAsText as Parameters<typeof JSON.parse>[1]))
}
