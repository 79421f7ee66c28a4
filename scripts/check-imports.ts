import { output } from './steps.ts'

/**
 * Fewer modules than this means that dependency-cruiser read next to nothing and so found nothing
 * wrong: under TypeScript 7 its version 18 reads 0 modules and exits 0.
 */
const fewestModules = 150

export async function checkImports(): Promise<void> {
  const folders = ['contract', 'domain', 'server', 'web', 'scripts', 'e2e']
  // The JSON of dependency-cruiser comes with exit code 0 in any case.
  const found = JSON.parse(await output('depcruise', [...folders, '--output-type', 'json'])) as {
    summary: {
      totalCruised: number
      violations: { from: string; to: string; rule: { name: string; severity: string } }[]
    }
  }
  const { totalCruised, violations } = found.summary
  if (totalCruised < fewestModules) {
    throw new Error(`Only ${totalCruised} modules were read; at least ${fewestModules} are there.`)
  }
  if (violations.length > 0) {
    throw new Error(
      violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).join('\n'),
    )
  }
}
