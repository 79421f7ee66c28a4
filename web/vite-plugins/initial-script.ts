import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Above this somebody on a slow line waits for the login (decision 24). */
export const goalBytes = 220_000

type Files = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/**
 * The scripts that a browser has loaded, compressed, when it shows a screen (`features/…`): the
 * application's own, the screen's, and what both import without waiting to be asked.
 */
export function findScripts(files: Files, screen: string) {
  const chunks = Object.values(files).filter((file) => file.type === 'chunk')
  const holding = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`the build has no chunk with ${module}`)
    return chunk
  }
  const open = [holding('/web/main.tsx'), holding(`/${screen}.tsx`)]
  const found = new Set<Rolldown.OutputChunk>()
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const { imports } = chunk
    open.push(...chunks.filter(({ fileName }) => imports.includes(fileName)))
  }
  const scripts = [...found]
    .map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).length }))
    .sort((a, b) => b.bytes - a.bytes)
  return { scripts, bytes: scripts.reduce((sum, script) => sum + script.bytes, 0) }
}

/** No build whose first screen waits for more than that. */
export function initialScript(screen: string): Plugin {
  return {
    name: 'initial-script',
    apply: 'build',
    generateBundle: {
      // Vite adds to the scripts until the very end.
      order: 'post',
      handler(_options, files) {
        const { bytes, scripts } = findScripts(files, screen)
        if (bytes <= goalBytes) return
        const list = scripts.map((script) => `${script.fileName} ${script.bytes}`).join(', ')
        this.error(`${screen} loads ${bytes} bytes of script, more than ${goalBytes}: ${list}`)
      },
    },
  }
}
