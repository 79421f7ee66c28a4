import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { debianMirror } from '#server/embedded/debian-unstable.ts'

const { PATH, NODE_EXTRA_CA_CERTS: certificates, XDG_CACHE_HOME } = process.env
const pathInTree = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const certificatesInTree = '/usr/local/share/certificates-of-the-test.crt'

/** Why a Debian cannot be installed in a folder here; null where it can. */
export function whyNoTree(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root: debootstrap and chroot'
  const { error } = spawnSync('debootstrap', ['--version'])
  return error ? 'debootstrap is not installed (apt-get install debootstrap)' : null
}

async function run(file: string, args: readonly string[]): Promise<string> {
  const options = { env: { PATH }, maxBuffer: 2 ** 26 }
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    return stdout + stderr
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause })
  }
}

/** A Debian of its own in a folder. It shares the machine's network, and systemd does not run there. */
export class DebianTree {
  readonly path = mkdtempSync(join(tmpdir(), 'quincena-debian-'))
  readonly #children: ChildProcess[] = []
  readonly #env: string[]

  private constructor() {
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
    this.#env = [
      ...[`PATH=${pathInTree}`, 'HOME=/root', 'LC_ALL=C.UTF-8'],
      `npm_config_registry=${registry}`,
      ...(certificates ? [`NODE_EXTRA_CA_CERTS=${certificatesInTree}`] : []),
    ]
  }

  static async make(suite: string): Promise<DebianTree> {
    const tree = new DebianTree()
    // Users of the tree other than root pass through here.
    chmodSync(tree.path, 0o755)
    const mirror = await debianMirror()
    const include = '--include=ca-certificates'
    const flags = ['--variant=minbase', include, suite, tree.path, mirror]
    await run('debootstrap', flags)
    for (const name of ['resolv.conf', 'hosts']) cpSync(`/etc/${name}`, tree.at(`/etc/${name}`))
    if (certificates) cpSync(certificates, tree.at(certificatesInTree))
    // Packages are installed and not started, as in the image of a container.
    writeFileSync(tree.at('/usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    execFileSync('mount', ['-t', 'proc', 'proc', tree.at('/proc')])
    return tree
  }

  at(path: string): string {
    return join(this.path, path)
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(this.at(path))
  }

  /** The sources of a folder that git tracks, with changes that are not committed. */
  copySources(from: string, to: string): void {
    const list = execFileSync('git', ['ls-files', '-z'], { cwd: from, encoding: 'utf8' })
    const files = list.split('\0').filter((file) => file !== '' && existsSync(join(from, file)))
    for (const file of files) cpSync(join(from, file), join(this.at(to), file))
  }

  /** Programs of Debian unstable that this machine has fetched, and whose signatures it checked then. */
  copyFetchedPrograms(to: string): void {
    const cache = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'quincena')
    if (existsSync(cache)) cpSync(cache, this.at(to), { recursive: true, verbatimSymlinks: true })
  }

  #chroot(command: readonly string[], user = 'root', env: readonly string[] = []) {
    // The user's other groups are those of the tree, as with `User=` of systemd.
    const args = [`--userspec=${user}:${user}`, this.path, 'env', '-i']
    return ['chroot', [...args, ...this.#env, ...env, ...command]] as const
  }

  /** The output of a command; throws where it ends badly. */
  run(command: readonly string[], user?: string): Promise<string> {
    return run(...this.#chroot(command, user))
  }

  /** Begins a command that goes on, with a standard output to read. */
  spawn(command: readonly string[], user: string, env: readonly string[]): ChildProcess {
    const [file, args] = this.#chroot(command, user, env)
    const child = spawn(file, args, { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#children.push(child)
    return child
  }

  /** Ends in the reverse order what was begun, and the tree. */
  async remove(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    execFileSync('umount', [this.at('/proc')])
    execFileSync('rm', ['-rf', '--one-file-system', this.path])
  }
}
