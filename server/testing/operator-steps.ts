import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Client } from './client.ts'
import { type Installation, runPath, until } from './installation.ts'
import type { Settings } from './process.ts'

const all = 'api,worker,signer'

/** The output of an operator's script, and its exit code. */
export async function runScript(
  { settingsOf }: Pick<Installation, 'settingsOf'>,
  script: string,
  settings: Settings = {},
  typed = '',
): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env.PATH, ...settingsOf('script', all), ...settings }
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

/** Presses until the price and the node are fresh after a start, and answers the code of the refusal. */
export async function press(client: Client, payrollId: string): Promise<string> {
  const passing = ['PRICE_UNAVAILABLE', 'NODE_UNAVAILABLE', 'BUSY', 'DATABASE_UNAVAILABLE']
  let code = ''
  await until('the press is answered', async () => {
    const { status, answer } = await client.ask('POST', runPath(payrollId))
    code = status < 400 ? 'paid' : (answer.code ?? '')
    return !passing.includes(code)
  })
  return code
}
