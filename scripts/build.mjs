import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, node, root, say } from './install.mjs'

const sources = ['web', 'contract', 'domain', 'package-lock.json']
const built = join(root, 'dist/web/index.html')
const stamp = join(root, 'dist/web-built')

/** Builds the web app if anything that goes into it is newer than the last build. */
export function buildWeb() {
  const builtAt = existsSync(built) && existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  if (sources.every((path) => newest(join(root, path)) <= builtAt)) return
  say('Building the web app.')
  const begun = new Date()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { error, status } = spawnSync(node, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 2, 2],
  })
  if (error || status !== 0) {
    say(`The web app could not be built${error ? `: ${error.message}` : ' (see above)'}.`)
    process.exit(1)
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, '')
  // When it began, so that what was saved meanwhile is built next time.
  utimesSync(stamp, begun, begun)
}

/** A folder counts with its own time too, which is that of the last file removed from it. */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    stat.mtimeMs,
  )
}
