import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, say } from './install.mjs'

/** Whether a command ended well; what it prints goes to standard error. */
export function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] }).status === 0
}

/** Installs a package where the system is a Debian and we are root; elsewhere false. */
export function installFromDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`Installing ${name} (apt-get install ${name}).`)
  return (
    succeeds('apt-get', ['-q', 'update']) &&
    succeeds('apt-get', ['-q', 'install', '-y', '--no-install-recommends', name])
  )
}
