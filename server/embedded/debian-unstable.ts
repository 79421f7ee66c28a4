import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Spawn `file` with `args` before the program's own. */
export interface UnstableProgram {
  readonly file: string
  readonly args: readonly string[]
}

/** Without this file apt could not check who signed what it fetches. */
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

const cacheDir = (name: string, cacheHome: string | undefined) =>
  join(cacheHome || join(homedir(), '.cache'), 'quincena', name)

/**
 * A program of Debian unstable runs with the libraries it was built with, not the machine's older
 * ones.
 */
export function findCachedProgram(
  name: string,
  path: string,
  cacheHome: string | undefined,
): UnstableProgram | undefined {
  const root = cacheDir(name, cacheHome)
  const program = join(root, path)
  const [loader] = globSync('usr/lib/*-linux-gnu*/ld-linux*.so.*', { cwd: root })
  if (!loader || !existsSync(program)) return undefined
  const file = join(root, loader)
  return { file, args: ['--library-path', dirname(file), program] }
}

/**
 * Fetches a package from Debian unstable and unpacks it into the cache. apt works on a state of its
 * own, so it needs no root and changes nothing of the system; it checks Debian's signatures throughout.
 */
export async function fetchFromUnstable(
  name: string,
  cacheHome: string | undefined,
): Promise<void> {
  const target = cacheDir(name, cacheHome)
  const aside = `${target}.${process.pid}`
  const root = join(aside, 'root')
  const mirror = await debianMirror()
  try {
    for (const dir of ['lists/partial', 'archives/partial', 'debs', 'root']) {
      mkdirSync(join(aside, dir), { recursive: true })
    }
    const apt = privateApt(aside, mirror)
    await apt('apt-get', 'update', '--error-on=any')
    await apt('apt-get', 'download', name, ...(await librariesOf(name, apt)))
    for (const deb of readdirSync(join(aside, 'debs'))) {
      await promisify(execFile)('dpkg-deb', ['-x', join(aside, 'debs', deb), root])
    }
    // Unpacked aside and renamed, so that there is never half a program.
    rmSync(target, { recursive: true, force: true })
    renameSync(root, target)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** The mirror that this machine's apt already uses, whatever it is called. */
export async function debianMirror(): Promise<string> {
  if (!existsSync(keyring)) throw new Error(`this is not a Debian system: ${keyring} is missing`)
  const { stdout } = await promisify(execFile)('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI)',
  ])
  const mirror = stdout.split('\n').find((uri) => /\/debian\/(\d{8}T\d{6}Z\/)?$/.test(uri))
  if (!mirror) throw new Error('apt has no Debian mirror in its sources')
  return mirror
}

type Apt = (command: 'apt-get' | 'apt-cache', ...args: string[]) => Promise<string>

function privateApt(aside: string, mirror: string): Apt {
  const sources = join(aside, 'sources.list')
  writeFileSync(sources, `deb [signed-by=${keyring}] ${mirror} sid main\n`)
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    'Dir::Etc::preferences=-',
    'Dir::Etc::preferencesparts=-',
    `Dir::State=${aside}`,
    `Dir::Cache=${aside}`,
    // An empty list of installed packages makes apt fetch every library.
    'Dir::State::status=/dev/null',
    `APT::Sandbox::User=${userInfo().username}`,
    'APT::Get::AllowUnauthenticated=false',
    'Acquire::AllowInsecureRepositories=false',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option])
  return async (command, ...args) => {
    const cwd = join(aside, 'debs')
    return (await promisify(execFile)(command, [...options, '-q', ...args], { cwd })).stdout
  }
}

/**
 * Shared libraries of the package, and the libraries of these. The other dependencies (debconf,
 * systemd) serve the system service that the package would install. Asked of apt, because Debian
 * renames libraries over time.
 */
async function librariesOf(name: string, apt: Apt): Promise<string[]> {
  const direct = await apt('apt-cache', 'depends', '--important', name)
  const libraries = [...direct.matchAll(/Depends: (lib\S+)/g)].map(([, library]) => library ?? '')
  const all = await apt('apt-cache', 'depends', '--important', '--recurse', ...libraries)
  return [...new Set(all.split('\n').filter((line) => /^\w/.test(line)))]
}
