import { execFileSync } from 'node:child_process'

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly args: string
}

/** The processes of a start: its descendants, and all that name its data folder. */
export function processesOf(program: number, dataDir: string): Process[] {
  const all = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line): Process[] => {
      const [, pid, parent, state, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      // A zombie runs no more.
      return pid && args && !state?.startsWith('Z')
        ? [{ pid: +pid, parent: Number(parent), args }]
        : []
    })
  const found = new Map(
    all
      .filter(({ pid, args }) => pid === program || args.includes(dataDir))
      .map((process) => [process.pid, process]),
  )
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const process of all) if (found.has(process.parent)) found.set(process.pid, process)
  }
  return [...found.values()]
}
