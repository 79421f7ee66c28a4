import { spawnSync } from 'node:child_process'
import { installFromDebian } from './debian.ts'
import { say } from './install.mjs'

/** Programs that look at the files of deploy/, and their packages. */
const tools = { shellcheck: 'shellcheck', 'systemd-analyze': 'systemd' }

/** Installs them where there are none. Without one its test is left out, which its title says. */
export function ensureDeployTools(): void {
  for (const [tool, packageName] of Object.entries(tools)) {
    if (spawnSync(tool, ['--version']).status === 0 || installFromDebian(packageName)) continue
    say(`No ${tool} was found and none could be installed: its test is left out.`)
  }
}
