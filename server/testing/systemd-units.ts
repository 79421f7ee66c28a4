import { once } from 'node:events'
import type { DebianTree } from './debian-tree.ts'

/** The settings of a unit's file, each with its values in order. */
function settingsOf(tree: DebianTree, unit: string): (name: string) => string[] {
  const instance = /@(.+)$/.exec(unit)?.[1] ?? ''
  const file = `/etc/systemd/system/${unit.replace(/@.+$/, '@')}.service`
  const lines = tree.read(file).replaceAll('%i', instance).split('\n')
  return (name) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
}

const environmentIn = (text: string): string[] =>
  text.split('\n').filter((line) => /^[A-Z_\d]+=/.test(line))

/** How systemd would run a unit: its user, folders and environment, without the walls around it. */
async function prepared(tree: DebianTree, unit: string) {
  const all = settingsOf(tree, unit)
  const one = (name: string) => all(name).at(-1) ?? ''
  const user = one('User')
  for (const [setting, parent] of [
    ['StateDirectory', '/var/lib'],
    ['RuntimeDirectory', '/run'],
    ['CacheDirectory', '/var/cache'],
  ] as const) {
    const mode = one(`${setting}Mode`) || '0755'
    for (const name of all(setting)) {
      await tree.run(['install', '-d', '-o', user, '-g', user, '-m', mode, `${parent}/${name}`])
    }
  }
  const env = [
    ...all('Environment'),
    ...all('EnvironmentFile').flatMap((file) => environmentIn(tree.read(file))),
  ]
  const script = `umask ${one('UMask')}; cd ${one('WorkingDirectory') || '/'}; exec ${one('ExecStart')}`
  return { user, env, command: ['sh', '-c', script] }
}

/** Starts a service by hand, until it prints `ready`. */
export async function startUnit(tree: DebianTree, unit: string, ready: RegExp): Promise<void> {
  const { command, user, env } = await prepared(tree, unit)
  const child = tree.spawn(command, user, env)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += part
        if (ready.test(output)) resolve()
      })
    }
    child.on('exit', (code) => reject(new Error(`${unit} ended with ${code}:\n${output}`)))
  })
}

/** Runs a service that ends by itself. */
export async function runUnit(tree: DebianTree, unit: string): Promise<void> {
  const { command, user, env } = await prepared(tree, unit)
  const child = tree.spawn(command, user, env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${unit} ended with ${code}:\n${output}`)
}
