import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { goalBytes, scriptsOf } from '#web/vite-plugins/initial-script.ts'
import { print } from '../scripts/print.ts'
import { reportFigure } from './table.ts'

/** The script that a browser loads before it shows a screen, compressed. */
const screens = ['features/auth/login-screen', 'features/dashboard/dashboard-screen']

const root = fileURLToPath(new URL('../web', import.meta.url))
const result = await build({
  root,
  configFile: `${root}/vite.config.ts`,
  logLevel: 'error',
  build: { write: false },
})
if (!('output' in result)) throw new Error('the build has more than one output')
const files = Object.fromEntries(result.output.map((file) => [file.fileName, file]))

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} KB`

for (const screen of screens) {
  const { scripts, bytes } = scriptsOf(files, screen)
  print(`${screen}: ${kb(bytes).trim()}`)
  for (const { fileName, bytes: size } of scripts) print(`  ${kb(size)}  ${fileName}`)
  if (screen !== screens[0]) continue
  reportFigure({
    what: 'initial script, first screen',
    against: '–',
    goal: `≤ ${goalBytes / 1000} KB gzip`,
    measured: kb(bytes).trim(),
  })
}
