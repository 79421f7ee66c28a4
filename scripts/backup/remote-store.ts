import { text } from 'node:stream/consumers'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { feed, type PipedProgram, startProgram } from './program.ts'
import { countBytes, partName, type Store } from './stored-file.ts'

/**
 * A remote of rclone, or of a program with the same words: rcat, cat, lsf, moveto and deletefile. It is
 * run without a shell.
 */
export function remoteStore(command: string, remote: string): Store {
  const pathOf = (name: string) => `${remote}${/[:/]$/.test(remote) ? '' : '/'}${name}`
  const run = (args: string[]) => startProgram(command, args, { named: `${command} ${args[0]}` })
  return {
    where: remote,
    async list() {
      const { child, whenEnded } = await run(['lsf', '--files-only', remote])
      child.stdin.end()
      const [listed] = await Promise.all([text(child.stdout), whenEnded()])
      return listed.split('\n').filter(Boolean)
    },
    async write(name, bytes) {
      const { read, bytes: count } = countBytes(bytes)
      // Under another name: where this process is killed, rclone sees no more than an early end.
      const program = await run(['rcat', pathOf(partName(name))])
      program.child.stdout.resume()
      await feed(program, read())
      failpoint('backup-before-name')
      await done(await run(['moveto', pathOf(partName(name)), pathOf(name)]))
      return count()
    },
    async *read(name) {
      const { child, whenEnded } = await run(['cat', pathOf(name)])
      child.stdin.end()
      try {
        yield* child.stdout
        await whenEnded()
      } finally {
        child.kill()
      }
    },
    remove: async (name) => done(await run(['deletefile', pathOf(name)])),
  }
}

async function done({ child, whenEnded }: PipedProgram): Promise<void> {
  child.stdin.end()
  child.stdout.resume()
  await whenEnded()
}
