// Plain JavaScript without dependencies: it runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

/** Node 24, which the package `node` brings: it runs TypeScript, and older ones on the machine don't. */
export const node = join(root, 'node_modules/node/bin/node')

/** The environment that npm gives its scripts, for callers without npm. */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
}

/** Prints to where it can't be taken for a result. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/**
 * Without `development`, a folder that was built elsewhere needs only what the program runs on. A folder
 * that has the packages that build and test keeps them.
 */
export function installMissing({ development = true } = {}) {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20) {
    say(
      `Quincena needs Node 20 or newer, and this is ${process.versions.node}: see https://nodejs.org`,
    )
    process.exit(1)
  }
  const withDevelopment = development || existsSync(join(root, 'node_modules/vite'))
  if (existsSync(node) && installedAsLocked(withDevelopment)) return
  say('Installing what is missing (npm install).')
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : [npm ?? 'npm']
  // NODE_ENV=production would leave out what builds the web app.
  const packagesFlag = withDevelopment ? '--include=dev' : '--omit=dev'
  const { error, status } = spawnSync(
    program,
    [...first, 'install', packagesFlag, ...installFlags],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  )
  if (error || status !== 0) {
    say(`npm could not install the libraries${error ? `: ${error.message}` : ' (see above)'}.`)
    process.exit(1)
  }
  // Nothing but the binary is needed of the package that `node` links it from: headers take 68 MB.
  rmSync(join(root, 'node_modules/node/node_modules'), { recursive: true, force: true })
}

/**
 * Installs what the lock names, in that version and with that checksum, and leaves the lock as it is.
 * `npm ci` does the same, but empties node_modules first.
 */
const installFlags = [
  '--no-save',
  '--no-audit',
  '--no-fund',
  // Half the libraries warn of the machine's Node 20; they run on the 24 that is installed with them.
  '--loglevel=error',
]

/**
 * npm keeps a record of installed packages. Comparing it with the lock takes milliseconds and is
 * exact; file times are not, because a checkout sets them.
 */
function installedAsLocked(withDevelopment) {
  const installed = packages('node_modules/.package-lock.json')
  const locked = packages('package-lock.json')
  if (!installed || !locked) return false
  return Object.entries(locked).every(([path, { version, optional, dev, devOptional }]) => {
    // The lock's own project has no path; an optional package may be for another kind of machine.
    if (path === '') return true
    if (path in installed) return installed[path].version === version
    return optional === true || (!withDevelopment && (dev === true || devOptional === true))
  })
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
