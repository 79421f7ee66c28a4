import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const texts = /\.(js|css|json|svg|csv)$/
const forms = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Beside each text of the build its compressed forms, which the server sends as they are. */
export function precompress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = join(config.root, config.build.outDir)
        const files = await readdir(folder, { recursive: true })
        for (const file of files.filter((name) => texts.test(name))) {
          const text = await readFile(join(folder, file))
          for (const [ending, compress] of Object.entries(forms)) {
            await writeFile(join(folder, `${file}.${ending}`), await compress(text))
          }
        }
      },
    },
  }
}
