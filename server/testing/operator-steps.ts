import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Client } from './client.ts'
import { type Installation, runPath, until } from './installation.ts'
import { inheritedSettings, type ProgramSettings } from './process.ts'

const all = 'api,worker,signer'

/** The output of an operator's script, and its exit code. */
export async function runScript(
  { settingsOf }: Pick<Installation, 'settingsOf'>,
  script: string,
  settings: ProgramSettings = {},
  typed = '',
): Promise<{ code: number | null; said: string }> {
  const env = { ...inheritedSettings, ...settingsOf('script', all), ...settings }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts', script)], {
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part
    })
  }
  child.stdin.end(`${typed}\n`)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said }
}

/** How the signer is, by `/readyz`: 'ok', or why it signs nothing. */
export async function signerSays({ baseUrl }: Pick<Client, 'baseUrl'>): Promise<string> {
  const response = await fetch(`${baseUrl}/readyz`)
  const { checks } = (await response.json()) as { checks: { signer: string } }
  return checks.signer
}

/** Refusals that pass by themselves after a start, once the price and the node are fresh. */
const passing = ['PRICE_UNAVAILABLE', 'NODE_UNAVAILABLE', 'BUSY', 'DATABASE_UNAVAILABLE']

/** Asks until the price and the node are fresh after a start. */
export async function askUntilFresh<Reply extends { answer: { code?: string } }>(
  ask: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await ask()
  await until('the press is answered', async () => {
    if (!passing.includes(reply.answer.code ?? '')) return true
    reply = await ask()
    return false
  })
  return reply
}

/** Presses, and answers the code of the refusal. */
export async function pressPayroll(client: Client, payrollId: string): Promise<string> {
  const { status, answer } = await askUntilFresh(() => client.ask('POST', runPath(payrollId)))
  return status < 400 ? 'paid' : (answer.code ?? '')
}
