import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** Above this an employee on an old phone waits for the own pay. */
const goalBytes = 90_000

const configFile = join(import.meta.dirname, '../my-pay/vite.config.ts')

/**
 * The employees' page is a build of its own in the same folder: in one build both pages would share
 * files, and each would load what only the other needs.
 */
export function myPayPage(): Plugin {
  return {
    name: 'my-pay-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/(?:(?:es|en|it|prt)\/)?mi-pago$/.test(request.url ?? ''))
          request.url = '/mi-pago.html'
        next()
      })
    },
    writeBundle: {
      // Before the files are compressed.
      order: 'pre',
      sequential: true,
      async handler() {
        await build({ configFile, logLevel: 'warn' })
      },
    },
  }
}

/**
 * No build whose employees' page waits for more script than that. The reader of addresses is not counted:
 * it is loaded with the first one that somebody writes.
 */
export function myPayScript(): Plugin {
  return {
    name: 'my-pay-script',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, files) {
        const scripts = Object.values(files).filter((file) => file.type === 'chunk')
        const sizes = scripts
          .filter(({ isDynamicEntry }) => !isDynamicEntry)
          .map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).length }))
        const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
        const list = sizes.map((size) => `${size.fileName} ${size.bytes}`).join(', ')
        if (bytes > goalBytes) {
          this.error(`/mi-pago loads ${bytes} bytes of script, more than ${goalBytes}: ${list}`)
        }
      },
    },
  }
}
