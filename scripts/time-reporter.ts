import type { Reporter, TestModule } from 'vitest/node'
import { minutesAndSeconds, print } from './print.ts'

/** Prints at the end where the time of a run went: for each project what its files took, added up. */
export default class TimeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const projects = new Map<string, { files: number; ms: number }>()
    for (const module of modules) {
      const { files, ms } = projects.get(module.project.name) ?? { files: 0, ms: 0 }
      projects.set(module.project.name, { files: files + 1, ms: ms + timeOf(module) })
    }
    print('\nTime of the files, added up over all workers')
    for (const [name, { files, ms }] of projects) {
      print(`  ${name}: ${minutesAndSeconds(ms)} in ${files} files`)
    }
  }
}

function timeOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
