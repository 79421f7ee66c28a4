import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { findScripts, goalBytes } from '#web/vite-plugins/initial-script.ts'
import { atMost, reportRow } from './table.ts'

/** The script that a browser loads before it shows the login, compressed. */
const root = fileURLToPath(new URL('../web', import.meta.url))
const result = await build({
  root,
  configFile: `${root}/vite.config.ts`,
  logLevel: 'error',
  build: { write: false },
})
if (!('output' in result)) throw new Error('the build has more than one output')
const files = Object.fromEntries(result.output.map((file) => [file.fileName, file]))
const { scripts, bytes } = findScripts(files, 'features/auth/login-screen')
for (const script of scripts) process.stdout.write(`${script.bytes} ${script.fileName}\n`)
reportRow({
  what: 'first script',
  figures: [atMost(bytes, goalBytes, (size) => `${Number((size / 1_000).toFixed(1))} KB`)],
})
