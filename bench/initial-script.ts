import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { say } from '../scripts/say.ts'
import { measured } from './table.ts'

/**
 * The script that a browser loads before it shows a screen, compressed: the page's own, and what
 * the screen's module imports without waiting to be asked.
 */
const goalKb = 200
const screens = ['auth/login-screen', 'dashboard/dashboard-screen']

const web = fileURLToPath(new URL('../web', import.meta.url))

async function built() {
  const result = await build({
    root: web,
    configFile: `${web}/vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })
  if (!('output' in result)) throw new Error('the build has more than one output')
  const page = result.output.find(({ fileName }) => fileName === 'index.html')
  if (page?.type !== 'asset') throw new Error('the build has no page')
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const file of result.output) if (file.type === 'chunk') chunks.set(file.fileName, file)
  // Vite writes an entry that only imports as the scripts that it imports.
  const scripts = String(page.source).matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)
  const entries = [...scripts].flatMap(([, name = '']) => chunks.get(name) ?? [])
  if (entries.length === 0) throw new Error('the page has no script')
  return { chunks, entries }
}

function loadedWith(chunks: Map<string, Rolldown.OutputChunk>, roots: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>()
  const open = [...roots]
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    open.push(...chunk.imports.flatMap((name) => chunks.get(name) ?? []))
  }
  return found
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} KB`

const { chunks, entries } = await built()

for (const screen of screens) {
  const root = [...chunks.values()].find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/features/${screen}.tsx`),
  )
  if (!root) throw new Error(`the build has no chunk for ${screen}`)
  const sizes = [...loadedWith(chunks, [...entries, root])]
    .map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).length }))
    .sort((a, b) => b.bytes - a.bytes)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  say(`${screen}: ${kb(total).trim()}`)
  for (const { fileName, bytes } of sizes) say(`  ${kb(bytes)}  ${fileName}`)
  if (screen !== screens[0]) continue
  measured({
    what: 'initial script, first screen',
    against: '–',
    goal: `≤ ${goalKb} KB gzip`,
    measured: kb(total).trim(),
  })
}
