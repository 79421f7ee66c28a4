import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'

export const password = 'Secreta#2026'

const session = z.object({ data: z.object({ token: z.string(), user: z.unknown() }) })

/** A company by way of the API, for journeys that are about something else. */
export async function newCompany(request: APIRequestContext) {
  const email = `marcela.${crypto.randomUUID()}@izalco.sv`
  const answer = await request.post('/api/v1/auth/sign-up', {
    data: {
      firstName: 'Marcela',
      lastName: 'Portillo',
      email,
      password,
      companyName: 'Café Izalco',
      companySector: 'Agroindustria',
    },
  })
  const { token, user } = session.parse(await answer.json()).data
  return { email, token, user }
}

/** Opens the application as somebody who signed in already. */
export async function enter(page: Page, company: { token: string; user: unknown }): Promise<void> {
  // A small answer without scripts: session storage belongs to the origin.
  await page.goto('/readyz')
  await page.evaluate(
    ([token, user]) => {
      sessionStorage.setItem('token', token ?? '')
      sessionStorage.setItem('user', user ?? '')
    },
    [company.token, JSON.stringify(company.user)],
  )
}

const sent = z.object({ messages: z.array(z.object({ via: z.string(), text: z.string() })) })

/** The code of a mail by its purpose: that of the sign-up may be the newest for a moment. */
export const mailedCode = {
  payment: /^(\d{6})\s+Con él apruebas este pago/,
  withdrawal: /^(\d{6})\s+Con él apruebas este retiro/,
  stepUp: /^(\d{6})\s+Sirve para/,
}

/** The pattern's first group in the newest message to somebody; waits for a message that has it. */
export async function fromMessage(
  request: APIRequestContext,
  to: string,
  pattern: RegExp,
): Promise<string> {
  const path = `/api/sandbox/messages?to=${encodeURIComponent(to)}`
  let found: string | undefined
  await expect(async () => {
    const { messages } = sent.parse(await (await request.get(path)).json())
    found = messages.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean)
    expect(found, `a message to ${to} that has ${pattern}`).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return found ?? ''
}
